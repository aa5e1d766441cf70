import { Dialog, DialogContent } from "@components/ui/dialog";
import { useAddressPanel } from "@features/office/address-panel";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BackAsks } from "./back-asks";

// The test's browser draws nothing: nothing has a size to observe.
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  matchMedia: () => ({ matches: false }),
});

function Root() {
  return (
    <>
      <Outlet />
      <BackAsks />
    </>
  );
}

/** A page with a panel that the address opens, and another above it. */
function Page() {
  const [params] = useSearchParams();
  const { close } = useAddressPanel("customer", params.get("customer"));
  return (
    <Dialog open={params.has("customer")} onOpenChange={(open) => open || close()}>
      <DialogContent
        title="Customer"
        inAddress
        footer={
          <button type="button" onClick={close}>
            Save
          </button>
        }
      >
        <input aria-label="Note" />
        {params.has("call") ? (
          <Dialog open>
            <DialogContent title="Call">Words</DialogContent>
          </Dialog>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

let router: ReturnType<typeof createMemoryRouter>;

beforeEach(() => {
  router = createMemoryRouter([
    { element: <Root />, children: [{ path: "/", element: <Page /> }] },
  ]);
  render(<RouterProvider router={router} />);
});
afterEach(cleanup);

const open = (search: string) =>
  act(() => router.navigate(search, { state: { openedHere: true } }));
const goBack = () => act(() => router.navigate(-1));
const at = () => router.state.location.search;
const question = () => screen.queryByRole("alertdialog");

async function typeNote() {
  await open("?customer=1");
  const note = screen.getByLabelText("Note");
  note.focus();
  fireEvent.change(note, { target: { value: "Called twice" } });
  return note as HTMLInputElement;
}

// rule: typed-text-stays
it("asks before Back throws away what was typed in a panel of the address", async () => {
  const note = await typeNote();
  await goBack();
  expect(question()).not.toBeNull();
  expect(at()).toBe("?customer=1");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Go on editing" }));
  fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
  expect(question()).toBeNull();
  expect(document.activeElement).toBe(note);
  await goBack();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Discard" })));
  expect(at()).toBe("");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("closes a panel of the address by Back if nothing was typed", async () => {
  await open("?customer=1");
  await goBack();
  expect(at()).toBe("");
});

it("does not ask when a saved panel closes itself, and asks again for the next one", async () => {
  await typeNote();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
  expect(question()).toBeNull();
  expect(at()).toBe("");
  await typeNote();
  await goBack();
  expect(question()).not.toBeNull();
});

it("asks in the topmost panel for the text below it", async () => {
  await typeNote();
  await open("?customer=1&call=1");
  await goBack();
  expect(question()?.closest('[role="dialog"]')).toBe(screen.getByRole("dialog", { name: "Call" }));
  expect(at()).toBe("?customer=1&call=1");
});
