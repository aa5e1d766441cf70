import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { whenPointedAt } from "./pointed-at";

afterEach(cleanup);

function page() {
  const act = vi.fn();
  render(
    <main>
      <button type="button" {...whenPointedAt(act)}>
        Views <svg role="img" aria-label="bookmark" />
      </button>
    </main>,
  );
  return { act, button: screen.getByRole("button") };
}

test("a button is pointed at, also where what lay over it was taken away", () => {
  const { act, button } = page();
  // What is gone tells nobody that the pointer left it.
  fireEvent.pointerOver(button, { relatedTarget: screen.getByRole("main") });
  expect(act).toHaveBeenCalledOnce();
});

test("the way between a button and what it shows is not pointing again", () => {
  const { act, button } = page();
  fireEvent.pointerOver(button);
  fireEvent.pointerOver(screen.getByRole("img"), { relatedTarget: button });
  fireEvent.pointerOver(button, { relatedTarget: screen.getByRole("img") });
  expect(act).toHaveBeenCalledOnce();
});

test("a button that somebody comes to by Tab is pointed at", () => {
  const { act, button } = page();
  button.focus();
  expect(act).toHaveBeenCalledOnce();
});
