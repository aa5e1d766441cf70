import { Button } from "@components/ui/button";
import { LateDialog } from "@components/ui/late-dialog";
import { LateMenu } from "@components/ui/late-menu";
import { LatePanel, ShownPanel } from "@components/ui/late-panel";
import { LateSelect } from "@components/ui/late-select";
import { lateCode } from "@lib/browser/late-code";
import { toast } from "@lib/toast";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

beforeAll(() => {
  // jsdom draws nothing.
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    scrollIntoView: () => undefined,
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

test("a dialog opens at the first press and gives the focus back", async () => {
  const user = userEvent.setup();
  render(
    <LateDialog trigger={<Button>Terms</Button>} title="Terms at booking">
      <p>The clauses</p>
    </LateDialog>,
  );
  await user.click(screen.getByRole("button", { name: "Terms" }));
  await screen.findByRole("dialog", { name: "Terms at booking" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement?.textContent).toBe("Terms");
});

test("a menu opens at the first press and by the arrow keys, and gives the focus back", async () => {
  const user = userEvent.setup();
  const chosen = vi.fn();
  render(
    <LateMenu trigger={<Button>Print</Button>}>
      {({ DropdownMenuItem }) => <DropdownMenuItem onSelect={chosen}>Letter</DropdownMenuItem>}
    </LateMenu>,
  );
  await user.tab();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("menuitem", { name: "Letter" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(document.activeElement?.textContent).toBe("Print");
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitem", { name: "Letter" }));
  expect(chosen).toHaveBeenCalledOnce();
});

test("a list shows its value at once and opens at the first press", async () => {
  const user = userEvent.setup();
  const onValueChange = vi.fn();
  render(
    <LateSelect
      aria-label="Campus"
      options={[
        { value: "1", label: "Okanagan" },
        { value: "2", label: "Vancouver" },
      ]}
      value="1"
      onValueChange={onValueChange}
    />,
  );
  const campus = screen.getByRole("combobox", { name: "Campus" });
  expect(campus.textContent).toBe("Okanagan");
  await user.click(campus);
  await user.click(await screen.findByRole("option", { name: "Vancouver" }));
  expect(onValueChange).toHaveBeenCalledWith("2");
});

test("a panel whose code does not come closes, and the next press asks again", async () => {
  const fetchCode = vi
    .fn<() => Promise<{ words: string }>>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockResolvedValue({ words: "Here" });
  const code = lateCode(fetchCode);
  const onFail = vi.fn();
  const panel = (
    <LatePanel code={code} onFail={onFail}>
      {({ words }) => <p>{words}</p>}
    </LatePanel>
  );
  render(panel);
  await waitFor(() => expect(onFail).toHaveBeenCalledOnce());
  cleanup();
  render(panel);
  await screen.findByText("Here");
});

test("a panel that shows by itself comes once there is a connection, without a toast", async () => {
  const told = vi.spyOn(toast, "error");
  const fetchCode = vi
    .fn<() => Promise<{ words: string }>>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockResolvedValue({ words: "Here" });
  render(<ShownPanel code={lateCode(fetchCode)}>{({ words }) => <p>{words}</p>}</ShownPanel>);
  await waitFor(() => expect(fetchCode).toHaveBeenCalledOnce());
  await waitFor(() => {
    window.dispatchEvent(new Event("online"));
    screen.getByText("Here");
  });
  expect(told).not.toHaveBeenCalled();
});

test("a panel that takes the place of another draws its own code", async () => {
  const first = lateCode(async () => ({ First: () => <p>First</p> }));
  const second = lateCode(async () => ({ Second: () => <p>Second</p> }));
  const onFail = vi.fn();
  const { rerender } = render(
    <LatePanel code={first} onFail={onFail}>
      {({ First }) => <First />}
    </LatePanel>,
  );
  await screen.findByText("First");
  rerender(
    <LatePanel code={second} onFail={onFail}>
      {({ Second }) => <Second />}
    </LatePanel>,
  );
  await screen.findByText("Second");
});
