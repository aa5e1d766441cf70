import { Badge } from "@components/ui/badge";
import { formatCampusTime } from "@lib/format/campus-time";
import { useQuery } from "@tanstack/react-query";
import { notesRead } from "./record-reads";

interface BookingNotesProps {
  bookingId: string;
  utcOffset: string | undefined;
}

/** What staff noted and wrote, the newest first; nothing where there is nothing. */
export function BookingNotes({ bookingId, utcOffset }: BookingNotesProps) {
  const { data } = useQuery(notesRead(bookingId));
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Notes and messages" className="rounded-2xl bg-tape-soft px-4 py-2">
      <ol>
        {data.map((one) => (
          <li
            key={one.id}
            className="grid gap-0.5 border-b border-dashed border-line-strong py-2 text-sm last:border-b-0"
          >
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
              <Badge tone={one.kind === "note" ? "outline" : "sky"} className="h-5">
                {one.kind === "note" ? "Note" : "Email sent"}
              </Badge>
              {one.by}, {formatCampusTime(one.at, utcOffset)}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">
              {one.subject ? <b className="font-semibold">{one.subject}: </b> : null}
              {one.words}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
