import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Dialog, DialogContent } from "./dialog";

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

/** An account whose button to waive is gone once that is done. */
function Account() {
  const [owed, setOwed] = useState(true);
  const [asking, setAsking] = useState(false);
  return (
    <Dialog open>
      <DialogContent title="Account">
        {owed ? (
          <button type="button" onClick={() => setAsking(true)}>
            Waive
          </button>
        ) : null}
        <Dialog open={asking} onOpenChange={setAsking}>
          <DialogContent title="Waive the invoice">
            <button type="button" onClick={() => setOwed(false)}>
              Yes
            </button>
          </DialogContent>
        </Dialog>
      </DialogContent>
    </Dialog>
  );
}

const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });

async function openQuestion() {
  render(<Account />);
  const opener = screen.getByRole("button", { name: "Waive" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog", { name: "Waive the invoice" });
  return opener;
}

it("gives the focus back to what opened it", async () => {
  const opener = await openQuestion();
  pressEscape();
  await expect.poll(() => document.activeElement, { timeout: 10_000 }).toBe(opener);
});

it("gives the focus to the panel below if what opened it is gone", async () => {
  await openQuestion();
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  pressEscape();
  await expect
    .poll(() => document.activeElement, { timeout: 10_000 })
    .toBe(screen.getByRole("dialog", { name: "Account" }));
});
