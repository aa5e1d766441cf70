import { AddressLink } from "@components/lists/address-link";
import { ErrorState } from "@components/ui/error-state";
import { CapacitySection } from "@features/office/capacity/capacity-section";
import { fetchError, ListSkeleton } from "@features/office/list-parts";
import { StaffList } from "@features/office/staff/staff-list";
import { cn } from "@lib/cn";
import { useAddress } from "@lib/lists/url-state";
import { Fragment, lazy, type ReactNode, Suspense } from "react";
import type { FieldValues } from "react-hook-form";
import { BUSINESS } from "./business-form";
import { CAMPUSES } from "./campuses/campuses-form";
import { ConnectionsSection } from "./connections/connections-section";
import { FirstSteps } from "./first-steps";
import { MESSAGES } from "./messages/messages-form";
import { PAGES } from "./pages/pages-form";
import { PersonalData } from "./personal-data";
import { PRICES } from "./price-form";
import { SEASON } from "./season/season-form";
import { SeasonClose } from "./season-close";
import { SECTION_NAMES, type SectionName } from "./section-names";
import { type SectionKind, SectionPage } from "./section-page";
import { useSection } from "./section-query";
import { TAXES } from "./taxes/taxes-form";

const DataSection = lazy(async () => ({
  default: (await import("@features/office/data-files/data-section")).DataSection,
}));

const CONTENTS: Record<SectionName, ReactNode> = {
  business: <Loaded kind={BUSINESS} />,
  campuses: <Loaded kind={CAMPUSES} />,
  season: <Loaded kind={SEASON} />,
  capacity: <CapacitySection />,
  prices: <Loaded kind={PRICES} />,
  taxes: <Loaded kind={TAXES} />,
  messages: <Loaded kind={MESSAGES} />,
  pages: <Loaded kind={PAGES} />,
  staff: <StaffList editable />,
  "first-steps": <FirstSteps />,
  "season-close": <SeasonClose />,
  connections: <ConnectionsSection />,
  data: <DataSection />,
  "personal-data": <PersonalData />,
};

/** What the owner sets, section by section; the address says which is open. */
export function SettingsTab() {
  const { params, href } = useAddress();
  const open =
    SECTION_NAMES.find(({ value }) => value === params.get("section")) ?? SECTION_NAMES[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label="Settings">
        <ul className="flex flex-wrap gap-2">
          {SECTION_NAMES.map(({ value, label }) => (
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
      <Fragment key={open.value}>
        <Suspense fallback={<ListSkeleton />}>{CONTENTS[open.value]}</Suspense>
      </Fragment>
    </div>
  );
}

function Loaded<Values extends FieldValues>({ kind }: { kind: SectionKind<Values> }) {
  const { data, error, refetch, isFetching } = useSection(kind.section);
  if (data) return <SectionPage kind={kind} settings={data} />;
  if (!error) return <ListSkeleton />;
  const { title, words } = fetchError(error, "the settings");
  return (
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {words}
    </ErrorState>
  );
}
