import { AccountLink } from "@components/account-link";
import { Badge } from "@components/ui/badge";
import type { Role } from "@lib/roles";
import { useLeave } from "@lib/use-leave";
import { DashboardHeader } from "./dashboard-header";

const SUBTITLES: Record<Role, string> = {
  executive: "Executive",
  admin: "Administrator",
  worker: "Crew",
  customer: "",
};

/** The head of the pages under /admin-dashboard, where people work with their main session. */
export function StaffHeader({ role }: { role: Role }) {
  const { leaving, leave } = useLeave();
  return (
    <DashboardHeader
      title="Admin Dashboard"
      subtitle={
        <>
          {SUBTITLES[role]}
          {role === "executive" ? <Badge tone="solid">Executive Access</Badge> : null}
        </>
      }
      leave={{ label: "Sign Out", busy: leaving, onPress: leave }}
    >
      <AccountLink />
    </DashboardHeader>
  );
}
