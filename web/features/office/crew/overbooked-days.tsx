import { AddressLink } from "@components/lists/address-link";
import { Card } from "@components/ui/card";
import { addDays, formatDay } from "@lib/format/dates";
import { shortCampus } from "@lib/site/campus-names";
import { shownCampuses } from "@lib/site/published";
import { useCrewLoad } from "./crew-reads";
import { loadWords } from "./load-words";

/** Eight weeks: what is planned by now. */
const DAYS = 56;

/** Days on which more is booked than the crews have hours for, at each campus. */
export function OverbookedDays({ from }: { from: string }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-lg">Work and crew hours</h3>
      {shownCampuses.map(({ id }) => (
        <CampusDays key={id} campusId={id} from={from} />
      ))}
    </Card>
  );
}

function CampusDays({ campusId, from }: { campusId: number; from: string }) {
  const { data, isError } = useCrewLoad(campusId, from, addDays(from, DAYS - 1));
  const over = data?.filter(({ stops, is_over }) => stops > 0 && is_over);
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-sans text-sm font-semibold">{shortCampus(campusId)}</h4>
      {over?.length === 0 ? (
        <p className="text-muted">No day is overbooked.</p>
      ) : over ? (
        <ul aria-label={`Overbooked at ${shortCampus(campusId)}`} className="tabular grid gap-1">
          {over.map((load) => (
            <li key={load.day}>
              <AddressLink
                to={`?tab=runs&campus=${campusId}&date=${load.day}`}
                className="font-semibold underline underline-offset-4"
              >
                {formatDay(load.day, "medium")}
              </AddressLink>
              : {loadWords(load)}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{isError ? "Could not be loaded." : "…"}</p>
      )}
    </div>
  );
}
