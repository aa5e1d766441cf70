import { ApiError } from "@api/errors";
import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "./query-client";

it("keeps why a read failed while it is made again, until it is answered", async () => {
  const queries = createQueryClient();
  let answer: (words: string) => void = () => {};
  let tries = 0;
  const read = new QueryObserver(queries, {
    queryKey: ["words"],
    retry: false,
    queryFn: () => {
      tries += 1;
      if (tries === 1) throw new ApiError(503, "", "Not now");
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    },
  });
  const seen: string[] = [];
  // As the library's own hooks do it.
  const leave = read.subscribe(
    notifyManager.batchCalls(() => {
      const { status, fetchStatus, error, data } = read.getCurrentResult();
      seen.push(`${status} ${fetchStatus} ${data ?? error?.message ?? ""}`);
    }),
  );
  await expect.poll(() => read.getCurrentResult().status).toBe("error");
  seen.length = 0;
  void read.refetch();
  await expect.poll(() => tries).toBe(2);
  await expect.poll(() => seen.at(-1)).toBe("error fetching Not now");
  expect(new Set(seen).size).toBe(1);
  answer("Here");
  await expect.poll(() => seen.at(-1)).toBe("success idle Here");
  leave();
});
