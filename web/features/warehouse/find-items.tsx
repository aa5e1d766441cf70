import { fileOf } from "@api/files";
import type { FoundItem, ItemEvent } from "@api/pickups/custody";
import { Picture } from "@components/files/picture";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { SearchBox } from "@components/lists/search-box";
import { Scanner } from "@components/scanner/scanner";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { EmptyState } from "@components/ui/empty-state";
import { Skeleton } from "@components/ui/skeleton";
import { fetchError } from "@features/office/list-parts";
import { ItemHistory } from "@features/warehouse/items/item-history";
import { STATE_WORDS } from "@features/warehouse/items/item-words";
import { MissingDialog } from "@features/warehouse/items/missing-dialog";
import { useScans } from "@features/warehouse/items/use-scans";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import { useAddress } from "@lib/lists/url-state";
import { ScanLine } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useFound } from "./warehouse-query";

/** Any item by what somebody has of it: its label, its shelf, a name, a code, a word. */
export function FindItems({ userId }: { userId: string }) {
  const { params, change } = useAddress();
  const text = params.get("find") ?? "";
  const [scanning, setScanning] = useState(false);
  const { data, error, refetch, isFetching } = useFound(text);
  const { record } = useScans(userId);
  const [lost, setLost] = useState<FoundItem>();
  const report = (item: FoundItem, kind: ItemEvent["kind"], note?: string) =>
    record(`${item.customer}, ${item.description}`, {
      kind,
      item_id: item.id,
      ...(note ? { note } : {}),
    });
  const failure = fetchError(error);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <SearchBox
          label="Find by label, shelf, name, code or word"
          value={text}
          onSearch={(find) => change({ find: find || null })}
          className="min-w-60 flex-1"
        />
        <Button variant="secondary" onClick={() => setScanning(!scanning)}>
          <ScanLine aria-hidden="true" />
          {scanning ? "Stop scanning" : "Scan"}
        </Button>
      </div>
      {scanning ? (
        <Scanner
          what="a label or a shelf"
          className="max-w-lg"
          onCode={(written) => {
            const code = labelCode(written) ?? shelfCode(written);
            if (!code) return { tone: "wrong", words: "This is no label or shelf of ours." };
            change({ find: code });
            return { tone: "done", words: code };
          }}
        />
      ) : null}
      {error ? (
        <ListProblem
          error={error}
          title={failure.title}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {failure.words}
        </ListProblem>
      ) : text.length < 2 ? (
        <p className="text-muted">Scan a label or a shelf, or type at least two letters.</p>
      ) : !data ? (
        <Skeleton className="h-40 rounded-2xl" />
      ) : data.length === 0 ? (
        <EmptyState scene={openBox} title="Nothing found">
          No item has this label, stands on this shelf or belongs to this name.
        </EmptyState>
      ) : (
        <ul aria-label="Found items" className="grid gap-2">
          {data.map((item) => (
            <Found
              key={item.id}
              item={item}
              onEvent={(kind) => report(item, kind)}
              onMissing={() => setLost(item)}
            />
          ))}
        </ul>
      )}
      {lost ? (
        <MissingDialog
          item={`${lost.number}, ${lost.description}`}
          customer={lost.customer || "Guest"}
          onMissing={(reason) => report(lost, "missing", reason)}
          onClose={() => setLost(undefined)}
        />
      ) : null}
    </div>
  );
}

interface FoundProps {
  item: FoundItem;
  onMissing: () => void;
  onEvent: (kind: ItemEvent["kind"]) => void;
}

const MAY_BE_LOST = ["picked_up", "in_storage", "pulled", "out_for_delivery"];

function Found({ item, onEvent, onMissing }: FoundProps) {
  const state = STATE_WORDS[item.state];
  const name = `${item.number}, ${item.description}`;
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-2xl border border-line bg-sheet p-3">
      {item.picture_id ? (
        <Picture id={item.picture_id} load={fileOf} words={`Photo of ${item.description}`} />
      ) : null}
      <div className="grid min-w-48 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{item.description}</span>
          <Badge tone={state.tone}>{state.label}</Badge>
          {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          <Link
            to={`/admin-dashboard?tab=bookings&booking=${item.booking_id}`}
            className="font-medium text-ink underline decoration-line-strong underline-offset-4"
          >
            {item.customer || "Guest"}
          </Link>
          {item.customer_id ? ` · ${item.customer_id}` : ""} · item {item.number}
        </p>
        <ItemHistory itemId={item.id} name={name}>
          {item.last_event_words ?? "Nothing recorded yet"}
        </ItemHistory>
      </div>
      <div className="grid justify-items-end gap-1.5">
        {item.location ? (
          <Code className="text-lg">{item.location}</Code>
        ) : (
          <span className="text-sm text-muted">On no shelf</span>
        )}
        {item.label_code ? <Code className="text-xs">{item.label_code}</Code> : null}
      </div>
      <div className="flex w-full flex-wrap gap-2 sm:w-auto sm:self-center">
        {item.state === "missing" ? (
          <Button variant="secondary" size="sm" onClick={() => onEvent("found")}>
            Found
            <span className="sr-only"> {name}</span>
          </Button>
        ) : MAY_BE_LOST.includes(item.state) ? (
          <Button variant="secondary" size="sm" onClick={onMissing}>
            Missing
            <span className="sr-only"> {name}</span>
          </Button>
        ) : null}
        {item.damaged ? null : (
          <Button variant="secondary" size="sm" onClick={() => onEvent("damaged")}>
            Damaged
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
