import { AddressLink } from "@components/lists/address-link";
import { ListProblem } from "@components/lists/list-problem";
import { Skeleton } from "@components/ui/skeleton";
import { fetchError } from "@features/office/list-parts";
import { useSession } from "@lib/auth/session";
import { cn } from "@lib/cn";
import { useFailureToast } from "@lib/lists/failure-toast";
import { useAddress } from "@lib/lists/url-state";
import { useDraftsLoaded } from "@lib/offline/drafts";
import { CloudOff } from "lucide-react";
import { useState } from "react";
import { FindItems } from "./find-items";
import { PartReturns } from "./part-returns";
import { PutAway } from "./put-away";
import { ShelfMap } from "./shelf-map";
import { Stocktake } from "./stocktake";
import { useShelves } from "./warehouse-query";

const AREAS = [
  { value: "put-away", label: "Put away" },
  { value: "find", label: "Find" },
  { value: "going-out", label: "Going out" },
  { value: "stocktake", label: "Stocktake" },
  { value: "shelves", label: "Shelves" },
] as const;

/** What is done in a warehouse: put away, find, take stock; and its shelves. */
export function WarehouseTab({ office }: { office: boolean }) {
  const { user } = useSession();
  const { params, href } = useAddress();
  const { shelves, kept, error, refetch, isFetching } = useShelves(user?.id);
  const draftsLoaded = useDraftsLoaded();
  const failure = fetchError(error);
  useFailureToast(error, failure.title, failure.words);
  const [on, setOn] = useState(false);
  // The reader of the camera is a megabyte: fetched when somebody scans.
  const camera = { on, start: () => setOn(true) };
  const area = AREAS.find(({ value }) => value === params.get("area")) ?? AREAS[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">Warehouse</h2>
        <nav aria-label="Work" className="-mx-1 flex max-w-full gap-1 overflow-x-auto px-1 py-1">
          {AREAS.map(({ value, label }) => (
            <AddressLink
              key={value}
              to={href({ area: value })}
              replace
              aria-current={value === area.value ? "true" : undefined}
              className={cn(
                "inline-flex h-11 items-center rounded-full border px-4 text-sm whitespace-nowrap",
                value === area.value
                  ? "border-ink bg-pine-soft font-semibold"
                  : "border-line text-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {label}
            </AddressLink>
          ))}
        </nav>
      </div>
      {kept ? (
        <p
          role="status"
          className="flex items-start gap-2.5 rounded-xl border border-line-strong bg-tape-soft px-3 py-2 text-sm"
        >
          <CloudOff aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <span className="font-semibold">We can't reach the server</span>. These are the shelves
            as this device last knew them. Go on working: scans are kept here until they are sent.
          </span>
        </p>
      ) : null}
      {error && !shelves ? (
        <ListProblem
          error={error}
          title={failure.title}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {failure.words}
        </ListProblem>
      ) : !(shelves && user && draftsLoaded) ? (
        <Skeleton className="h-60 rounded-2xl" />
      ) : area.value === "put-away" ? (
        <PutAway userId={user.id} shelves={shelves} camera={camera} />
      ) : area.value === "going-out" ? (
        <PartReturns office={office} />
      ) : area.value === "find" ? (
        <FindItems userId={user.id} />
      ) : area.value === "stocktake" ? (
        <Stocktake userId={user.id} shelves={shelves} office={office} camera={camera} />
      ) : (
        <ShelfMap shelves={shelves} office={office} />
      )}
    </div>
  );
}
