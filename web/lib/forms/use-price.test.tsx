import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { usePrice } from "./use-price";

type Answer = { fee_cents: number; request?: boolean };
const unanswered = (answer?: Answer) => ({
  data: undefined as Answer | undefined,
  isError: true,
  isFetching: false,
  refetch: vi.fn(async () => ({ data: answer })),
});

test("a button waits for the first answer, and not for one after a failure", () => {
  const waits = (read: Partial<ReturnType<typeof unanswered>>) =>
    renderHook(() => usePrice({ ...unanswered(), ...read })).result.current.waits;
  expect(waits({ isError: false, isFetching: true })).toBe(true);
  expect(waits({ isError: true, isFetching: false })).toBe(false);
  expect(waits({ isError: true, isFetching: true })).toBe(false);
  expect(waits({ isError: false, data: { fee_cents: 0 } })).toBe(false);
});

test.each([
  ["goes on where nothing is to pay", { fee_cents: 0 }, 0],
  ["shows a fee first", { fee_cents: 10_000 }, undefined],
  ["shows first that it only asks", { fee_cents: 0, request: true }, undefined],
  ["does nothing without an answer", undefined, undefined],
])("a press after a failure asks again and %s", async (_, answer, agreed) => {
  const read = unanswered(answer);
  const { result } = renderHook(() => usePrice(read));
  await act(async () => expect(await result.current.agreed()).toBe(agreed));
  expect(read.refetch).toHaveBeenCalledOnce();
});

test("what a refusal named is the newer price", async () => {
  const read = { ...unanswered(), data: { fee_cents: 0 }, isError: false };
  const { result } = renderHook(() => usePrice(read, 5_000));
  expect(await result.current.agreed()).toBe(5_000);
  expect(read.refetch).not.toHaveBeenCalled();
});
