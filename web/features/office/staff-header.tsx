import { AccountLink } from "@components/site/account-link";
import { Badge } from "@components/ui/badge";
import { isExecutive, isOffice, type Profile } from "@lib/auth/profile";
import { useLeave } from "@lib/auth/use-leave";
import { DashboardHeader } from "./dashboard-header";
import { areaCommands, type DashboardArea, STAFF_BASE } from "./search/office-commands";
import { OfficeSearch } from "./search/office-search";

const NO_AREAS: readonly DashboardArea[] = [];

interface StaffHeaderProps {
  profile: Profile;
  /** what can be gone to by its name or its keys */
  areas?: readonly DashboardArea[];
}

/** The head of the pages under /admin-dashboard, where people work with their main session. */
export function StaffHeader({ profile, areas = NO_AREAS }: StaffHeaderProps) {
  const executive = isExecutive(profile);
  const { leaving, leave } = useLeave();
  return (
    <DashboardHeader
      title="Admin Dashboard"
      subtitle={
        <>
          {/* On phones the mark says it alone. */}
          <span className={executive ? "max-sm:sr-only" : undefined}>
            {executive ? "Executive" : "Administrator"}
          </span>
          {executive ? <Badge tone="solid">Executive Access</Badge> : null}
        </>
      }
      leave={{ label: "Sign Out", busy: leaving, onPress: leave }}
    >
      <OfficeSearch
        base={STAFF_BASE}
        customerHref={isOffice(profile) ? customerFileHref : customerListHref}
        commands={areaCommands(STAFF_BASE, areas)}
      />
      <AccountLink />
    </DashboardHeader>
  );
}

function customerFileHref(id: string): string {
  return `${STAFF_BASE}?tab=customers&customer=${id}`;
}

/** The crew sees a customer's line in the list, not the whole file. */
function customerListHref(_id: string, customerId: string): string {
  return `${STAFF_BASE}?tab=customers&q=${encodeURIComponent(customerId)}`;
}
