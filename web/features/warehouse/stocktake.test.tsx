import type { Shelf } from "@api/pickups/custody";
import { createQueryClient } from "@api/query-client";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Stocktake } from "./stocktake";

const shelves = ["V-03-1", "V-03-2"].map(
  (code) => ({ id: code, code, campus_id: 1, places: 20, used: 3 }) as Shelf,
);

function type(code: string) {
  fireEvent.change(screen.getByRole("textbox"), { target: { value: code } });
  fireEvent.submit(screen.getByRole("textbox").closest("form") as HTMLFormElement);
}

afterEach(cleanup);

it("starts a count over, on any shelf", () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Stocktake
        userId="u1"
        shelves={shelves}
        office={false}
        camera={{ on: false, start: () => {} }}
      />
    </QueryClientProvider>,
  );
  type("V-03-1");
  type("SS-65645-W");
  screen.getByRole("button", { name: "Remove SS-65645-W" });
  type("V-03-2");
  expect(screen.getAllByText("Finish shelf V-03-1 first.")).not.toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(screen.queryByRole("button", { name: "Remove SS-65645-W" })).toBeNull();
  type("V-03-2");
  screen.getByText("0 scanned, 3 should stand here");
});
