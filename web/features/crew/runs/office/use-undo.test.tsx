import { createQueryClient } from "@api/query-client";
import { startToasts } from "@lib/toast";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { useUndo } from "./use-undo";

it("warns of the stops that a dealt selection makes late, beside the way back", () => {
  const toasts = { warning: vi.fn(), success: vi.fn() };
  startToasts(toasts as unknown as Parameters<typeof startToasts>[0]);
  const { result } = renderHook(() => useUndo(1, "2027-05-01"), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  });
  result.current.offer("2 stops moved to Van B.", [], "1 stop will be late: Bo.");
  expect(toasts.warning).toHaveBeenCalledWith(
    "2 stops moved to Van B.",
    expect.objectContaining({
      description: "1 stop will be late: Bo.",
      action: expect.objectContaining({ label: "Undo" }),
    }),
  );
  result.current.offer("2 stops moved to Van A.", []);
  expect(toasts.success).toHaveBeenCalledOnce();
});
