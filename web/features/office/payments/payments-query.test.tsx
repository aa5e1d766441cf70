import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useMoneyStep, useUndoAction } from "./payments-query";

const api = vi.hoisted(() => ({ recordPayment: vi.fn(), reversePayments: vi.fn() }));
const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock("@api/customers/payments", async (original) => ({
  ...(await original<typeof import("@api/customers/payments")>()),
  ...api,
}));
vi.mock("@lib/toast", () => ({ toast }));

const TRANSFER = {
  reference: "ABCD2345",
  amount_cents: 11025,
  received_on: "2027-04-28",
  bank_reference: "CA1",
  accept_excess: false,
  taken_back: null,
};

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

async function offeredAfterRecording(payment_id: string | null): Promise<object> {
  api.recordPayment.mockResolvedValue({ statement: {}, payment_id });
  const { result } = renderHook(() => useMoneyStep(null, () => undefined), { wrapper });
  result.current.mutate({ kind: "record", transfer: TRANSFER });
  await waitFor(() => expect(toast.success).toHaveBeenCalled());
  return toast.success.mock.calls[0]?.[1];
}

beforeEach(() => {
  vi.clearAllMocks();
});

it("offers to undo a payment that was recorded now, and none that stood before", async () => {
  expect(await offeredAfterRecording(null)).toEqual({});
  vi.clearAllMocks();
  expect(await offeredAfterRecording("7")).toMatchObject({ action: { label: "Undo" } });
});

it("takes back exactly the payments that were recorded", async () => {
  api.reversePayments.mockResolvedValue({ reversed: 2, cents: 22050 });
  const { result } = renderHook(() => useUndoAction(), { wrapper });
  result.current(["7", "8"]).action?.onClick();
  await waitFor(() => expect(toast.success).toHaveBeenCalled());
  expect(api.reversePayments).toHaveBeenCalledWith({
    payment_ids: ["7", "8"],
    reason: "Recorded by mistake",
  });
});
