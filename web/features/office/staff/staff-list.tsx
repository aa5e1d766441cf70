import { useCampusClock } from "@api/clock";
import { type StaffMember, staffList } from "@api/staff";
import { AddressLink } from "@components/lists/address-link";
import { ListProblem } from "@components/lists/list-problem";
import { Button, buttonStyles } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { TwoLines } from "@features/office/list-parts";
import { cn } from "@lib/cn";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { shortCampus } from "@lib/site/campus-names";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { AddDialog } from "./add-dialog";
import { EndSessions } from "./end-sessions";
import { MemberDialog } from "./member-dialog";
import { roleTitle, staffKey } from "./staff-changes";

/** The columns; moments are on the campus wall clock. */
export const staffColumns = (
  utcOffset: string | undefined,
  onChange?: (member: StaffMember) => void,
): Column<StaffMember>[] => [
  {
    id: "name",
    header: "Name",
    title: true,
    className: "wrap-anywhere sm:min-w-28",
    cell: ({ name }) => name,
  },
  { id: "role", header: "Role", cell: RoleCell },
  // Beside the overview's figures there is no room for it.
  ...(onChange ? [{ id: "work", header: "Works", cell: WorkCell }] : []),
  {
    id: "email",
    header: "Email",
    className: "wrap-anywhere sm:min-w-46",
    cell: ({ email }) => email ?? "-",
  },
  {
    id: "signed-in",
    header: "Last sign-in",
    cell: ({ last_sign_in_at }) => formatCampusTime(last_sign_in_at, utcOffset, "Never"),
  },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    cell: (member) => (
      <div className="flex flex-wrap gap-2">
        {onChange ? (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Change ${member.name}`}
            onClick={() => onChange(member)}
          >
            Change
          </Button>
        ) : null}
        <EndSessions member={member} />
      </div>
    ),
  },
];

function RoleCell({ role, factors }: StaffMember) {
  const factor = factors ? "Second factor on" : "No second factor yet";
  return <TwoLines first={roleTitle(role)} second={factor} />;
}

function WorkCell({ campus_ids, last_day }: StaffMember) {
  return (
    <TwoLines
      first={campus_ids.length ? campus_ids.map(shortCampus).join(", ") : "Every campus"}
      second={last_day ? `Until ${formatDay(last_day, "short")}` : ""}
    />
  );
}

/** Who works here, in which role, and when each signed in last; `editable` where that is set. */
export function StaffList({ editable = false }: { editable?: boolean }) {
  const { via, cacheKey } = useDataSession();
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const utcOffset = useCampusClock().data?.utc_offset;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...staffKey],
    queryFn: () => staffList(via),
    ...untilReachable,
  });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-xl">Who works here</h3>
          <p className="text-sm text-muted">
            Crew collect and store. Administrators also answer customers. Executives see and set
            everything.
          </p>
        </div>
        {editable ? (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden="true" />
            Add staff
          </Button>
        ) : (
          <AddressLink
            to="?tab=settings&section=staff"
            className={cn(buttonStyles({ variant: "secondary" }))}
          >
            Change staff
          </AddressLink>
        )}
      </div>
      {error ? (
        <ListProblem
          error={error}
          title="The staff list could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        <Table
          caption="Staff"
          columns={staffColumns(utcOffset, editable ? setChanging : undefined)}
          rows={data}
          rowKey={(row) => row.id}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
      {changing ? <MemberDialog member={changing} onClose={() => setChanging(null)} /> : null}
    </Card>
  );
}
