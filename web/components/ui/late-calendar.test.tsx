import { DatePicker } from "@components/ui/date-picker";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

const held = vi.hoisted(() => {
  let arrives = () => {};
  const code = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  return { code, arrives: () => arrives() };
});
vi.mock("@components/ui/calendar", async (original) => {
  await held.code;
  return original();
});
vi.mock("@components/ui/date-popover", async (original) => {
  await held.code;
  return original();
});

afterEach(cleanup);

it("leaves the focus with who went on before the calendar's code came", async () => {
  render(
    <>
      <DatePicker value={undefined} onChange={() => {}} today="2026-11-22" />
      <input aria-label="Reason" />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: /Pick a date/ }));
  await userEvent.type(screen.getByLabelText("Reason"), "Flo");
  await act(async () => {
    held.arrives();
    await Promise.all([import("@components/ui/calendar"), import("@components/ui/date-popover")]);
  });
  await screen.findByRole("grid");
  await userEvent.keyboard("od");
  expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("Flood");
});
