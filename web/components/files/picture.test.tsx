import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Picture } from "./picture";

afterEach(() => onlineManager.setOnline(true));

it("says without a signal that it could not be loaded", async () => {
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Picture
        id="lamp"
        load={() => Promise.reject(new TypeError("Failed to fetch"))}
        words="Photo of a lamp"
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Photo of a lamp could not be loaded")).toBeTruthy();
});
