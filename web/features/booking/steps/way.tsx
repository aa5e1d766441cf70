import type { Distance } from "@api/commands.types";
import { Route } from "lucide-react";

/** What the way to an address costs, in the server's words, once its postal code is typed. */
export function Way({ distance }: { distance: Distance | null | undefined }) {
  return (
    <p role="status" className="col-span-full empty:hidden">
      {distance ? (
        <span className="flex items-start gap-2 rounded-control bg-mist px-3 py-2 text-xs">
          <Route aria-hidden="true" className="mt-px size-4 shrink-0" />
          <span className="grid gap-1">
            {distance.doubt ? (
              <strong className="font-semibold text-brick-text">{distance.doubt}</strong>
            ) : null}
            {distance.words}
          </span>
        </span>
      ) : null}
    </p>
  );
}
