import { business } from "@lib/site/published";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { SubmissionAlert } from "./submission-alert";
import { FALLBACK_MESSAGE, SubmissionError } from "./submit-booking";

afterEach(cleanup);

function show(failure: SubmissionError) {
  render(
    <MemoryRouter>
      <SubmissionAlert failure={failure} onMend={() => {}} />
    </MemoryRouter>,
  );
}

it("says how to reach us where there is nothing to press", () => {
  show(new SubmissionError(""));
  expect(screen.getByRole("alert").textContent).toContain(FALLBACK_MESSAGE);
  expect(screen.getByRole("link", { name: business.phone }).getAttribute("href")).toMatch(/^tel:/);
  expect(screen.getByRole("link", { name: business.email })).toBeTruthy();
});

it("leads to the step that mends it, and to nothing else", () => {
  show(
    new SubmissionError("Booking failed: full.", {
      remedy: { step: "pickup", label: "Change pickup time" },
    }),
  );
  expect(screen.getByRole("button", { name: "Change pickup time" })).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  // Its way out is the next stop of the keyboard.
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});
