import { AddressLink } from "@components/lists/address-link";
import { ErrorState } from "@components/ui/error-state";
import { CapacitySection } from "@features/office/capacity/capacity-section";
import { fetchError, ListSkeleton } from "@features/office/list-parts";
import { StaffList } from "@features/office/staff/staff-list";
import { cn } from "@lib/cn";
import { useAddress } from "@lib/lists/url-state";
import type { FieldValues } from "react-hook-form";
import { BUSINESS } from "./business-form";
import { CAMPUSES } from "./campuses/campuses-form";
import { FirstSteps } from "./first-steps";
import { MESSAGES } from "./messages/messages-form";
import { PRICES } from "./price-form";
import { SEASON } from "./season/season-form";
import { SeasonClose } from "./season-close";
import { type SectionKind, SectionPage } from "./section-page";
import { useSection } from "./section-query";
import { TAXES } from "./taxes/taxes-form";

const SECTIONS = [
  { value: "business", label: "Business" },
  { value: "campuses", label: "Campuses" },
  { value: "season", label: "Season" },
  { value: "capacity", label: "Capacity" },
  { value: "prices", label: "Prices" },
  { value: "taxes", label: "Taxes" },
  { value: "messages", label: "Messages" },
  { value: "staff", label: "Staff" },
  { value: "first-steps", label: "First steps" },
  { value: "season-close", label: "Season close" },
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
      {open.value === "business" ? <Loaded key="business" kind={BUSINESS} /> : null}
      {open.value === "campuses" ? <Loaded key="campuses" kind={CAMPUSES} /> : null}
      {open.value === "season" ? <Loaded key="season" kind={SEASON} /> : null}
      {open.value === "capacity" ? <CapacitySection /> : null}
      {open.value === "prices" ? <Loaded key="prices" kind={PRICES} /> : null}
      {open.value === "taxes" ? <Loaded key="taxes" kind={TAXES} /> : null}
      {open.value === "messages" ? <Loaded key="messages" kind={MESSAGES} /> : null}
      {open.value === "staff" ? <StaffList editable /> : null}
      {open.value === "first-steps" ? <FirstSteps /> : null}
      {open.value === "season-close" ? <SeasonClose /> : null}
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
