import { find, searchKeys } from "@api/customers/search";
import { custodyKeys, findItems } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Spinner } from "@components/ui/spinner";
import { OPENED_HERE } from "@features/office/address-panel";
import { useDataSession } from "@features/office/data-session";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { usePaused } from "@lib/lists/use-paused";
import { holdsWords } from "@lib/names";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { OfficeCommand } from "./office-commands";
import { type Hit, paletteHits } from "./palette-hits";

/** Long enough for the next key of a quick hand, short enough to be answered under 200 ms. */
const PAUSE_MS = 80;
const LEAST_LETTERS = 2;
const GROUPS = ["Items", "Customers", "Bookings", "Invoices", "Go to"] as const;

/** What people look for in an area that has another name. */
const MEANT: Record<string, string> = {
  Bookings: "export csv message cancel duplicate quote",
  Schedule: "campus campuses places slots closed day season capacity",
  Customers: "message account family",
  Payments: "invoice bank refund price prices promo credit",
  "Needs a person": "inbox claim dispute fee case missing quote message",
  Supplies: "kit stock labels",
  Warehouse: "shelf shelves stocktake find item",
  History: "audit log who looked privacy",
  Overview: "staff figures charts revenue export",
  "Your account": "settings password second factor phone email notifications",
};

function isMeantBy({ label, words: meant = MEANT[label] ?? "" }: OfficeCommand, words: string) {
  return holdsWords(label, words) || (words.length >= LEAST_LETTERS && holdsWords(meant, words));
}

interface CommandPaletteProps {
  /** the dashboard that the records open in */
  base: string;
  /** Where a customer's record opens; null where there is none for this role. */
  customerHref: ((id: string, customerId: string) => string) | null;
  commands: readonly OfficeCommand[];
  onClose: () => void;
}

/** One search from anywhere: records by any of their words, and commands by name. */
export default function CommandPalette(props: CommandPaletteProps) {
  const { base, customerHref, commands, onClose } = props;
  const navigate = useNavigate();
  const { via, cacheKey } = useDataSession();
  const [text, setText] = useState("");
  const query = usePaused(text.trim(), PAUSE_MS);
  const { data, error, isFetching, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [...cacheKey, ...searchKeys.of(query, 8)],
    queryFn: () => find(query, 8, via),
    enabled: query.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    ...untilReachable,
    staleTime: 5_000,
  });
  // A label or a shelf is no word of a record: its items are looked for by themselves.
  const scanned = labelCode(query) ?? shelfCode(query);
  const items = useQuery({
    queryKey: [...cacheKey, ...custodyKeys.found(scanned ?? "")],
    queryFn: () => findItems(scanned ?? "", via),
    enabled: scanned !== null,
    ...untilReachable,
  });
  const labelled = scanned ? (items.data ?? []) : [];
  const words = text.trim();
  const searched = words.length >= LEAST_LETTERS;
  const matches = searched ? data : undefined;
  const hits = paletteHits({
    base,
    customerHref,
    items: labelled,
    matches,
    commands: commands.filter((one) => isMeantBy(one, words)),
  });
  // The matches on screen belong to these words, not to earlier ones.
  const answered =
    !searched ||
    (query === words && !isPlaceholderData && !isPending && !(scanned && items.isPending));
  const nothing = matches && answered && hits.every(({ group }) => group === "Go to");
  // The first line is chosen until the arrows or the mouse choose another, for as long as the words
  // and their matches stay: the library loses its choice when several lines go at once.
  const searchKey = `${words}\n${answered}`;
  const [choice, setChoice] = useState({ searchKey, value: "" });
  const [first] = hits;
  const chosenHit =
    hits.find(({ value }) => choice.searchKey === searchKey && value === choice.value) ?? first;
  const [entered, setEntered] = useState(false);

  function open(to: string) {
    onClose();
    void navigate(to, { state: OPENED_HERE, preventScrollReset: true });
  }

  /** Enter after the last letter means what these words find, which is still on its way. */
  function waitOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (answered || chosenHit !== first) return;
    event.preventDefault();
    setEntered(true);
  }

  const openFirst = useEffectEvent(() => {
    setEntered(false);
    if (first && !error) open(first.to);
  });
  useEffect(() => {
    if (entered && answered) openFirst();
  }, [entered, answered]);

  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent title="Search" hideTitle className="sm:mt-[8vh] sm:self-start">
        <Command
          label="Search"
          shouldFilter={false}
          loop
          value={chosenHit?.value ?? ""}
          onValueChange={(value) =>
            setChoice({ searchKey, value: value === first?.value ? "" : value })
          }
          onKeyDown={waitOnEnter}
          className="grid gap-3"
        >
          <div className="relative">
            <Command.Input
              autoFocus
              value={text}
              onValueChange={(next) => {
                setText(next);
                setEntered(false);
              }}
              maxLength={100}
              placeholder="Name, email, phone, code, label or address"
              className="h-12 w-full rounded-control border border-line-strong bg-sheet px-3.5 pr-11 text-base placeholder:text-muted"
            />
            {isFetching ? <Spinner className="absolute top-3.5 right-3.5 size-5" /> : null}
          </div>
          {error ? (
            <FormAlert tone="error">
              {isUnreachable(error)
                ? "We can't reach the server. Please try again."
                : "The search did not work. Please try again."}
              <Button
                variant="secondary"
                size="sm"
                // Enter is this button's here, and not the chosen line's.
                onKeyDown={(event) => event.stopPropagation()}
                onClick={() => void refetch()}
              >
                Try again
              </Button>
            </FormAlert>
          ) : null}
          <Command.List
            label="Results"
            className="grid gap-3 **:[[cmdk-list-sizer]]:grid **:[[cmdk-list-sizer]]:gap-3"
          >
            {GROUPS.map((group) => (
              <Group
                key={group}
                heading={group}
                hits={hits.filter((one) => one.group === group)}
                onOpen={open}
              />
            ))}
          </Command.List>
          <p role="status" className="text-sm text-muted empty:hidden">
            {nothing && !error ? `Nothing was found for “${words}”.` : ""}
          </p>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

interface GroupProps {
  heading: string;
  hits: readonly Hit[];
  onOpen: (to: string) => void;
}

function Group({ heading, hits, onOpen }: GroupProps) {
  if (hits.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted"
    >
      {hits.map(({ value, to, first, second, mark }) => {
        const below = second.filter(Boolean).join(" · ");
        return (
          <Command.Item
            key={value}
            value={value}
            onSelect={() => onOpen(to)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-xl px-3 py-1.5 aria-selected:bg-pine-soft"
          >
            <span className="grid min-w-0 leading-tight">
              <span className="text-sm font-semibold wrap-anywhere">{first}</span>
              {below ? (
                <span className="tabular text-xs text-muted wrap-anywhere">{below}</span>
              ) : null}
            </span>
            <span className="shrink-0">{mark}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
