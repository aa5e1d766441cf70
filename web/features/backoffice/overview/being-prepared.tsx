import { ApiError } from "@api/errors";
import { Spinner } from "@components/ui/spinner";
import type { ReactNode } from "react";

/** How often it is asked for again, which takes minutes: as its Retry-After says. */
export const PREPARING_MS = 30_000;

/** Whether what was asked for is being made, so that it comes by waiting. */
export function isBeingPrepared(error: unknown): boolean {
  return error instanceof ApiError && error.code === "PT503";
}

/** In place of an overview whose sums are being made; it comes by itself. */
export function BeingPrepared({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line-strong bg-tape-soft px-5 py-4"
    >
      <Spinner />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">The overview is being prepared</p>
        <p className="text-sm">{children} It appears here by itself.</p>
      </div>
    </div>
  );
}
