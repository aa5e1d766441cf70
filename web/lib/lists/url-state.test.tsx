import { act, render } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, it } from "vitest";
import { useAddress } from "./url-state";

it("changes the address as it stands, also before it is drawn", () => {
  window.history.replaceState(null, "", "/list?tab=bookings&page=3");
  let address: ReturnType<typeof useAddress> | undefined;
  function List() {
    address = useAddress();
    return null;
  }
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  // A filter in the instant after a search: both are of the page that was drawn before them.
  const drawn = address;
  act(() => {
    drawn?.change({ q: "ana", page: null });
    drawn?.change({ status: "pending" });
  });
  expect(window.location.search).toBe("?tab=bookings&q=ana&status=pending");
});
