import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "sonner";
import { afterEach, expect, test } from "vitest";
import { Toaster } from "./toaster";

afterEach(() => {
  toast.dismiss();
  cleanup();
});

async function pageWithToast() {
  const user = userEvent.setup();
  render(
    <>
      <a href="/first">First</a>
      <a href="/last">Last</a>
      <Toaster />
    </>,
  );
  act(() => {
    toast("Run dealt", { action: { label: "Undo", onClick: () => undefined } });
  });
  await screen.findByText("Run dealt");
  screen.getByText("Last").focus();
  return user;
}

test("Tab goes on past a toast at the page's end", async () => {
  const user = await pageWithToast();
  await user.tab();
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Undo");
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  await user.tab();
  expect(document.activeElement?.textContent).toBe("First");
});

test("a toast that goes away gives the focus back", async () => {
  const user = await pageWithToast();
  await user.tab();
  await user.tab();
  await user.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.textContent).toBe("Last");
});
