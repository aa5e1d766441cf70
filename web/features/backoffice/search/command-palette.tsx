import { find, searchKeys } from "@api/customers/search";
import { custodyKeys, findItems } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { StatusBadge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Spinner } from "@components/ui/spinner";
import { useDataSession } from "@features/backoffice/data-session";
import { OPENED_HERE } from "@features/backoffice/list-parts";
import { formatDay } from "@lib/format/dates";
import { spacedReference } from "@lib/format/invoice-code";
import { writtenPhone } from "@lib/forms/phone";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import { isUnreachable } from "@lib/lists/list-query";
import { usePaused } from "@lib/lists/use-paused";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Keys } from "./keys";
import type { OfficeCommand } from "./office-commands";

/** Long enough for the next key of a quick hand, short enough to be answered under 200 ms. */
const PAUSE_MS = 80;
const LEAST_LETTERS = 2;

interface CommandPaletteProps {
  /** the dashboard that the records open in */
  base: string;
  /** Where a customer's record opens; null where there is none for this role. */
  customerHref: ((id: string, customerId: string) => string) | null;
  commands: readonly OfficeCommand[];
  onClose: () => void;
}

/** One search from anywhere: records by whatever was said, and what can be done, by its name. */
export default function CommandPalette(props: CommandPaletteProps) {
  const { base, customerHref, commands, onClose } = props;
  const navigate = useNavigate();
  const { via, cacheKey } = useDataSession();
  const [text, setText] = useState("");
  const asked = usePaused(text.trim(), PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: [...cacheKey, ...searchKeys.of(asked, 8)],
    queryFn: () => find(asked, 8, via),
    enabled: asked.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    networkMode: "always",
    retry: false,
    staleTime: 5_000,
  });
  // A label or a shelf is no word of a record: its items are looked for by themselves.
  const scanned = labelCode(asked) ?? shelfCode(asked);
  const items = useQuery({
    queryKey: [...cacheKey, ...custodyKeys.found(scanned ?? "")],
    queryFn: () => findItems(scanned ?? "", via),
    enabled: scanned !== null,
    networkMode: "always",
    retry: false,
  });
  const labelled = scanned ? (items.data ?? []) : [];
  const found = text.trim().length < LEAST_LETTERS ? undefined : data;
  const words = text.trim().toLowerCase();
  const offered = commands.filter(({ label }) => label.toLowerCase().includes(words));
  const customers = customerHref ? (found?.customers ?? []) : [];
  const nothing =
    found &&
    customers.length + found.bookings.length + found.invoices.length + labelled.length === 0 &&
    !isFetching &&
    !items.isFetching;

  function open(to: string) {
    onClose();
    void navigate(to, { state: OPENED_HERE, preventScrollReset: true });
  }

  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent title="Search" hideTitle className="sm:mt-[8vh] sm:self-start">
        <Command label="Search" shouldFilter={false} loop className="grid gap-3">
          <div className="relative">
            <Command.Input
              autoFocus
              value={text}
              onValueChange={setText}
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
            </FormAlert>
          ) : null}
          <Command.List
            label="Results"
            className="grid gap-3 **:[[cmdk-list-sizer]]:grid **:[[cmdk-list-sizer]]:gap-3"
          >
            {labelled.length > 0 ? (
              <Group heading="Items">
                {labelled.map((one) => (
                  <Item
                    key={one.id}
                    value={`item ${one.id}`}
                    onSelect={() => open(`${base}?tab=bookings&booking=${one.booking_id}`)}
                    first={`${one.number}, ${one.description}`}
                    second={[one.customer || "Guest", one.location, one.last_event_words]}
                  >
                    {one.label_code ? (
                      <Code className="px-1.5 py-0 text-xs">{one.label_code}</Code>
                    ) : null}
                  </Item>
                ))}
              </Group>
            ) : null}
            {customers.length > 0 ? (
              <Group heading="Customers">
                {customers.map((one) => (
                  <Item
                    key={one.id}
                    value={`customer ${one.id}`}
                    onSelect={() => customerHref && open(customerHref(one.id, one.customer_id))}
                    first={one.name}
                    second={[one.email, one.phone && writtenPhone(one.phone)]}
                  >
                    <Code className="px-1.5 py-0 text-xs">{one.customer_id}</Code>
                  </Item>
                ))}
              </Group>
            ) : null}
            {found && found.bookings.length > 0 ? (
              <Group heading="Bookings">
                {found.bookings.map((one) => (
                  <Item
                    key={one.id}
                    value={`booking ${one.id}`}
                    onSelect={() => open(`${base}?tab=bookings&booking=${one.id}`)}
                    first={one.user_id ? one.name : `${one.name} (guest)`}
                    second={[
                      one.code,
                      one.campus,
                      formatDay(one.pickup_date, "medium", "No pickup date"),
                      one.phone && writtenPhone(one.phone),
                    ]}
                  >
                    <StatusBadge status={one.status} />
                  </Item>
                ))}
              </Group>
            ) : null}
            {found && found.invoices.length > 0 ? (
              <Group heading="Invoices">
                {found.invoices.map((one) => (
                  <Item
                    key={one.id}
                    value={`invoice ${one.id}`}
                    onSelect={() => open(`${base}?tab=payments&show=all&invoice=${one.id}`)}
                    first={one.number}
                    second={[one.name]}
                  >
                    <Code className="px-1.5 py-0 text-xs">{spacedReference(one.reference)}</Code>
                  </Item>
                ))}
              </Group>
            ) : null}
            {offered.length > 0 ? (
              <Group heading="Go to">
                {offered.map(({ label, to, keys }) => (
                  <Item key={to} value={to} onSelect={() => open(to)} first={label} second={[]}>
                    {keys ? <Keys keys={keys} /> : null}
                  </Item>
                ))}
              </Group>
            ) : null}
          </Command.List>
          <p role="status" className="text-sm text-muted empty:hidden">
            {nothing && !error ? "Nobody and nothing by these words." : ""}
          </p>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  value: string;
  onSelect: () => void;
  first: string;
  second: readonly (string | null)[];
  children: ReactNode;
}

function Item({ value, onSelect, first, second, children }: ItemProps) {
  const below = second.filter(Boolean).join(" · ");
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-xl px-3 py-1.5 aria-selected:bg-pine-soft"
    >
      <span className="grid min-w-0 leading-tight">
        <span className="text-sm font-semibold wrap-anywhere">{first}</span>
        {below ? <span className="tabular text-xs text-muted wrap-anywhere">{below}</span> : null}
      </span>
      <span className="shrink-0">{children}</span>
    </Command.Item>
  );
}
