import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { steppedUp } from "@lib/auth/step-up";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { StepUp } from "./step-up";

// The test's browser draws nothing: nothing has a size to observe.
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  matchMedia: () => ({ matches: false }),
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function signIn() {
  const factor = { id: "f1", factor_type: "totp", status: "verified", friendly_name: "Phone" };
  const user = { id: "7f3a91c2", email: "eli@example.com", factors: [factor] };
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ user }));
}

/** The field of the question, which is loaded when it is first asked. */
const codeField = () =>
  screen.findByLabelText("Code from your authenticator app", {}, { timeout: 20_000 });

const refuse = () =>
  steppedUp(
    Response.json({ details: "recent_factor_needed" }, { status: 403 }),
    SESSION_STORAGE_KEY,
  );

// rule: recent-second-factor
it("asks for a code by keys alone, and takes Escape and Cancel for no", async () => {
  signIn();
  render(<StepUp />);
  for (const giveUp of [
    () => fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" }),
    () => fireEvent.click(screen.getByRole("button", { name: "Cancel" })),
  ]) {
    const answer = refuse();
    const code = await codeField();
    expect(document.activeElement).toBe(code);
    fireEvent.change(code, { target: { value: "12" } });
    await act(async () => giveUp());
    expect(await answer).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  }
});

it("answers every request that waits for the same question", async () => {
  signIn();
  render(<StepUp />);
  const answers = Promise.all([refuse(), refuse()]);
  await codeField();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await answers).toEqual([false, false]);
});
