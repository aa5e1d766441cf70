import { AddressLink } from "@components/lists/address-link";
import { ErrorState } from "@components/ui/error-state";
import { CapacitySection } from "@features/office/capacity/capacity-section";
import { fetchError, ListSkeleton } from "@features/office/list-parts";
import { StaffList } from "@features/office/staff/staff-list";
import { cn } from "@lib/cn";
import { useAddress } from "@lib/lists/url-state";
import { Fragment } from "react";
import type { FieldValues } from "react-hook-form";
import { BUSINESS } from "./business-form";
import { CAMPUSES } from "./campuses/campuses-form";
import { FirstSteps } from "./first-steps";
import { MESSAGES } from "./messages/messages-form";
import { PAGES } from "./pages/pages-form";
import { PRICES } from "./price-form";
import { SEASON } from "./season/season-form";
import { SeasonClose } from "./season-close";
import { type SectionKind, SectionPage } from "./section-page";
import { useSection } from "./section-query";
import { TAXES } from "./taxes/taxes-form";

const SECTIONS = [
  { value: "business", label: "Business", content: <Loaded kind={BUSINESS} /> },
  { value: "campuses", label: "Campuses", content: <Loaded kind={CAMPUSES} /> },
  { value: "season", label: "Season", content: <Loaded kind={SEASON} /> },
  { value: "capacity", label: "Capacity", content: <CapacitySection /> },
  { value: "prices", label: "Prices", content: <Loaded kind={PRICES} /> },
  { value: "taxes", label: "Taxes", content: <Loaded kind={TAXES} /> },
  { value: "messages", label: "Messages", content: <Loaded kind={MESSAGES} /> },
  { value: "pages", label: "Pages", content: <Loaded kind={PAGES} /> },
  { value: "staff", label: "Staff", content: <StaffList editable /> },
  { value: "first-steps", label: "First steps", content: <FirstSteps /> },
  { value: "season-close", label: "Season close", content: <SeasonClose /> },
] as const;

/** What the owner sets, section by section; the address says which is open. */
export function SettingsTab() {
  const { params, href } = useAddress();
  const open = SECTIONS.find(({ value }) => value === params.get("section")) ?? SECTIONS[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label="Settings">
        <ul className="flex flex-wrap gap-2">
          {SECTIONS.map(({ value, label }) => (
            <li key={value}>
              <AddressLink
                to={href({ section: value })}
                aria-current={value === open.value ? "page" : undefined}
                className={cn(
                  "inline-flex h-11 items-center rounded-full border px-4 text-sm font-semibold md:h-9",
                  value === open.value
                    ? "border-ink bg-pine-soft"
                    : "border-line-strong hover:border-ink",
                )}
              >
                {label}
              </AddressLink>
            </li>
          ))}
        </ul>
      </nav>
      <Fragment key={open.value}>{open.content}</Fragment>
    </div>
  );
}

function Loaded<Values extends FieldValues>({ kind }: { kind: SectionKind<Values> }) {
  const { data, error, refetch, isFetching } = useSection(kind.section);
  if (data) return <SectionPage kind={kind} shown={data} />;
  if (!error) return <ListSkeleton />;
  const { title, words } = fetchError(error, "the settings");
  return (
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {words}
    </ErrorState>
  );
}
