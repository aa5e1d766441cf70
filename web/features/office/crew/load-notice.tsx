import { FormAlert } from "@components/form-alert";
import { useCrewLoad } from "./crew-reads";
import { isOverWith, loadWords, offWords } from "./load-words";

interface LoadNoticeProps {
  campusId: number;
  day: string;
  /** stops that would come to the day */
  more?: number;
  /** Says the load of a day that is not overbooked too. */
  always?: boolean;
}

/** Warns before a day is overbooked, and of a crew that cannot work (rule: day-load). */
export function LoadNotice({ campusId, day, more = 0, always = false }: LoadNoticeProps) {
  const { data } = useCrewLoad(campusId, day, day);
  const load = data?.[0];
  if (!load) return null;
  const over = load.stops + more > 0 && isOverWith(load, more);
  const off = offWords(load);
  if (!over && !off)
    return always ? <p className="tabular text-sm text-muted">Crew: {loadWords(load)}.</p> : null;
  return (
    <FormAlert tone="note">
      {over ? (
        <p className="tabular">
          <b className="font-semibold">
            {load.is_over || more === 0 ? "Overbooked" : "This would overbook the day"}
          </b>
          : {loadWords(load)}.
        </p>
      ) : null}
      {off ? <p>{off}</p> : null}
    </FormAlert>
  );
}
