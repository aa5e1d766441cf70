import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Dialog, DialogClose, DialogContent } from "./dialog";

// The test's browser draws nothing: nothing has a size to observe.
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  matchMedia: () => ({ matches: false }),
});

afterEach(cleanup);

function Form({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent title="A form" footer={<DialogClose>Cancel</DialogClose>}>
        {children}
      </DialogContent>
    </Dialog>
  );
}

function type(field: HTMLElement, value: string) {
  field.focus();
  fireEvent.change(field, { target: { value } });
}
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
const shown = () => screen.queryByRole("dialog") !== null;
const question = () => screen.queryByRole("alertdialog");

// Rule: typed-text-stays.
it("asks before Escape or the close button throws typed text away", () => {
  render(
    <Form>
      <input aria-label="Name" />
    </Form>,
  );
  type(screen.getByLabelText("Name"), "Wei");
  pressEscape();
  expect(question()).not.toBeNull();
  pressEscape();
  expect(question()).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("button", { name: "Go on editing" }));
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Wei");
  pressEscape();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(shown()).toBe(false);
});

// Rule: typed-text-stays.
it("lets the browser ask before the page is left, while something is typed", () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { unmount } = render(
    <Form>
      <input aria-label="Name" />
    </Form>,
  );
  expect(asks()).toBe(false);
  type(screen.getByLabelText("Name"), "Wei");
  expect(asks()).toBe(true);
  unmount();
  expect(asks()).toBe(false);
});

it("closes at once where nothing was typed, and by Cancel", () => {
  const { unmount } = render(
    <Form>
      <input aria-label="Name" defaultValue="Wei" />
    </Form>,
  );
  screen.getByLabelText("Name").focus();
  pressEscape();
  expect(shown()).toBe(false);
  unmount();
  render(
    <Form>
      <textarea aria-label="Note" />
    </Form>,
  );
  type(screen.getByLabelText("Note"), "Looked");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(shown()).toBe(false);
});

it("does not ask about a search", () => {
  render(
    <Form>
      <input type="search" aria-label="Find" />
    </Form>,
  );
  type(screen.getByLabelText("Find"), "Wei");
  pressEscape();
  expect(shown()).toBe(false);
});

it("starts on the first field where that comes first", () => {
  render(
    <Form>
      <input aria-label="Name" />
    </Form>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
});

it("starts on the close button where something else comes first", () => {
  render(
    <Form>
      <button type="button">More</button>
      <input aria-label="Name" />
    </Form>,
  );
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
});
