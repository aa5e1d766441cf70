import { BOOKED_KEY } from "@lib/site/booking-launcher";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorPage } from "./error-page";

function Failing(): never {
  throw new Error("NotFoundError");
}

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const router = createMemoryRouter([
    { path: "/", element: <Failing />, errorElement: <ErrorPage /> },
  ]);
  showPage = () => render(<RouterProvider router={router} />);
});
afterEach(cleanup);

let showPage: () => void;

it("says that a booking is stored where the page fails after it (survives-translation)", async () => {
  const booked = { code: "7F3A-91C2", email: "maya@wizard.test" };
  sessionStorage.setItem(BOOKED_KEY, JSON.stringify(booked));
  showPage();
  expect((await screen.findByRole("heading")).textContent).toBe("Your booking is stored");
  expect(document.body.textContent).toContain("7F3A-91C2");
  expect(document.body.textContent).not.toContain("fell off the van");
});

it("says what went wrong where nothing was booked", async () => {
  showPage();
  expect((await screen.findByRole("heading")).textContent).toBe("This page fell off the van");
});
