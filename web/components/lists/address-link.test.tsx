import { useAddress } from "@lib/lists/url-state";
import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { AddressLink } from "./address-link";

afterEach(cleanup);

let change: ReturnType<typeof useAddress>["change"];

function List() {
  const address = useAddress();
  change = address.change;
  return <AddressLink to={address.href({ sort: "-name", page: null })}>Name</AddressLink>;
}

function drawn(search: string): HTMLElement {
  window.history.replaceState(null, "", `/list${search}`);
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  return screen.getByRole("link");
}

it("keeps the choice that was made just before it was pressed", () => {
  const link = drawn("?q=ana&campus=2&page=3");
  act(() => {
    change({ status: "pending", campus: null });
    link.click();
  });
  expect(window.location.search).toBe("?q=ana&status=pending&sort=-name");
});

it("has its address as it is drawn, for another tab", () => {
  const link = drawn("?q=ana&page=3");
  expect(link.getAttribute("href")).toBe("/list?q=ana&sort=-name");
  act(() => link.click());
  expect(window.location.search).toBe("?q=ana&sort=-name");
});
