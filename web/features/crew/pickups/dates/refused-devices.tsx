import { deviceKeys, refusedDevices } from "@api/pickups/device-storage";
import { useDataSession } from "@features/office/data-session";
import { formatCampusTime } from "@lib/format/campus-time";
import { useQuery } from "@tanstack/react-query";

/** Crew devices whose browser may delete unsent work (rule: storage-refused). */
export function RefusedDevices({ utcOffset }: { utcOffset: string | undefined }) {
  const { via, cacheKey } = useDataSession();
  const { data } = useQuery({
    queryKey: [...cacheKey, ...deviceKeys.refused],
    queryFn: () => refusedDevices(via),
    refetchInterval: 30_000,
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="devices-title" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="devices-title" className="text-lg">
        Devices that may lose unsent work
      </h3>
      <p className="text-sm text-muted">
        The browser did not promise to keep what is not sent yet. Ask the person to install the page
        on the home screen, and to sign out only after everything is sent.
      </p>
      <ul aria-labelledby="devices-title" className="grid gap-1.5">
        {data.map(({ session_id, full_name, device, reported_at }) => (
          <li
            key={session_id}
            className="flex flex-wrap gap-x-4 rounded-xl border border-line bg-sheet px-4 py-2 text-sm"
          >
            <span className="font-semibold wrap-anywhere">{full_name}</span>
            <span className="wrap-anywhere">{device}</span>
            <span className="tabular text-muted">
              Reported {formatCampusTime(reported_at, utcOffset)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
