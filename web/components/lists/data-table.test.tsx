import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { type DataColumn, DataTable } from "./data-table";

// The test's browser draws nothing, so that nothing has a size to observe.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
  },
);

const COLUMNS: DataColumn<{ id: string }>[] = [
  { id: "name", header: "Name", width: "", sort: "ascending", cell: ({ id }) => id },
  { id: "created", header: "Created", width: "", sort: "descending", cell: ({ id }) => id },
  { id: "phone", header: "Phone", width: "", cell: ({ id }) => id },
];

function sortedBy(id: string, desc: boolean) {
  const { unmount } = render(
    <MemoryRouter>
      <DataTable
        caption="Bookings"
        columns={COLUMNS}
        rows={[{ id: "b" }, { id: "a" }]}
        rowKey={(row) => row.id}
        pageKey=""
        minWidth=""
        sorting={{ id, desc, href: (to, down) => `?sort=${down ? "-" : ""}${to}` }}
      />
    </MemoryRouter>,
  );
  const headers = screen.getAllByRole("columnheader").map((header) => ({
    sort: header.getAttribute("aria-sort"),
    leads: header.querySelector("a")?.getAttribute("href") ?? null,
  }));
  const names = screen.getAllByRole("row").map((row) => row.textContent);
  unmount();
  return { headers, names };
}

it("turns a sorted column round, and starts another one in its own first direction", () => {
  expect(sortedBy("created", true).headers).toEqual([
    { sort: "none", leads: "/?sort=name" },
    { sort: "descending", leads: "/?sort=created" },
    { sort: null, leads: null },
  ]);
  expect(sortedBy("name", false).headers.slice(0, 2)).toEqual([
    { sort: "ascending", leads: "/?sort=-name" },
    { sort: "none", leads: "/?sort=-created" },
  ]);
  expect(sortedBy("name", true).headers[0]).toEqual({ sort: "descending", leads: "/?sort=name" });
});

it("leaves the rows in the server's order", () => {
  expect(sortedBy("name", false).names.slice(1)).toEqual([
    "NamebCreatedbPhoneb",
    "NameaCreatedaPhonea",
  ]);
});
