import { useCampusClock } from "@api/clock";
import { type StaffMember, staffList } from "@api/reports/executive-overview";
import { ListProblem } from "@components/lists/list-problem";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { formatCampusTime } from "@lib/format/campus-time";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { Division } from "./divisions";
import { EndSessions } from "./end-sessions";

/** The columns; moments are on the campus wall clock. */
export const staffColumns = (utcOffset: string | undefined): Column<StaffMember>[] => [
  {
    id: "name",
    header: "Name",
    title: true,
    className: "wrap-anywhere sm:min-w-28",
    cell: ({ name }) => name,
  },
  { id: "role", header: "Role", cell: ({ role }) => role.charAt(0).toUpperCase() + role.slice(1) },
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
    cell: (member) => <EndSessions member={member} />,
  },
];

/** Who works here, in which role, and when each signed in last. */
export function StaffList() {
  const { via, cacheKey } = useDataSession();
  const utcOffset = useCampusClock().data?.utc_offset;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, "staff"],
    queryFn: () => staffList(via),
    ...untilReachable,
  });
  return (
    <Division
      title="Who works here"
      words="Roles are given on the server: with the staff command, or the service key."
    >
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
          columns={staffColumns(utcOffset)}
          rows={data}
          rowKey={(row) => row.id}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Division>
  );
}
