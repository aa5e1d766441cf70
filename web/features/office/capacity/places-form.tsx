import { toApiError } from "@api/errors";
import { type PlacesPlan, previewPlaces, setPlaces, slotKeys } from "@api/pickups/slots";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import facts from "@facts/booking.json";
import { CampusChoice } from "@features/office/campus-choice";
import { useDataSession } from "@features/office/data-session";
import { EVERY_DAY, ticked } from "@features/office/settings/season/season-document";
import { Weekdays } from "@features/office/settings/season/weekdays";
import { untilReachable } from "@lib/lists/list-query";
import { windowsOfAll } from "@lib/site/pickup-windows";
import { shownCampuses } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PlacesPreview } from "./places-preview";
import { useReadPlacesAgain } from "./read-again";

const MOST = 10_000;
const HOW = [
  { value: "windows", label: "So many in each window" },
  { value: "last-year", label: "As last year", description: "52 weeks before, by weekday" },
];

interface PlacesFormProps {
  today: string;
  /** the days that are proposed, "YYYY-MM-DD" */
  first: string;
  last: string;
}

/** The places of many days and campuses, with what that makes and changes. */
export function PlacesForm({ today, first, last }: PlacesFormProps) {
  const { via, cacheKey } = useDataSession();
  const [campusIds, setCampusIds] = useState(() => shownCampuses.map(({ id }) => id));
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const [weekdays, setWeekdays] = useState(EVERY_DAY);
  const [how, setHow] = useState("windows");
  const [places, setPlaceWords] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      facts.slot_times_of_day.map(({ value }) => [value, String(facts.defaults.slot_capacity)]),
    ),
  );
  const wrong = (part: string) => {
    const number = Number(places[part]);
    return Number.isInteger(number) && number >= 0 && number <= MOST && places[part] !== ""
      ? undefined
      : `A whole number from 0 to ${MOST}, please.`;
  };
  const offered = windowsOfAll(campusIds);
  const windows = offered
    .map(({ time_of_day }) => ({ time_of_day, places: Number(places[time_of_day]) }))
    .filter((one) => one.places > 0);
  const plan: PlacesPlan = {
    campus_ids: campusIds,
    from,
    to,
    weekdays: ticked(weekdays),
    windows: how === "windows" ? windows : null,
  };
  const missing = missingIn(plan, how === "windows" && windows.length === 0);
  const isWrong = how === "windows" && offered.some(({ time_of_day }) => wrong(time_of_day));
  const ready = !missing && !isWrong;
  const preview = useQuery({
    queryKey: [...cacheKey, ...slotKeys.all, "plan", plan],
    queryFn: () => previewPlaces(plan, via),
    enabled: ready,
    ...untilReachable,
    staleTime: 0,
  });
  const readAgain = useReadPlacesAgain();
  const save = useMutation({
    mutationFn: () => setPlaces(plan, via),
    networkMode: "always",
    onSuccess: ({ made, changed }) =>
      toast.success("Places offered", { description: `${made} new windows, ${changed} changed.` }),
    onSettled: readAgain,
  });
  const failed = save.error ?? preview.error;
  const nothing = preview.data && preview.data.made + preview.data.changed === 0;
  function send(event: FormEvent) {
    event.preventDefault();
    if (ready && preview.data && !nothing && !save.isPending) save.mutate();
  }
  return (
    <Card>
      <form noValidate onSubmit={send} className="grid items-start gap-4 sm:grid-cols-2">
        <h3 className="col-span-full text-lg">Places of many days</h3>
        <CampusChoice value={campusIds} onChange={setCampusIds} />
        <Field label="First day">
          <DatePicker value={from} onChange={setFrom} min={today} today={today} />
        </Field>
        <Field label="Last day">
          <DatePicker value={to} onChange={setTo} min={from} today={today} />
        </Field>
        <Weekdays value={weekdays} onChange={setWeekdays} />
        <div className="col-span-full">
          <RadioCards
            label="How many places"
            options={HOW}
            value={how}
            onValueChange={setHow}
            className="sm:grid-cols-2"
          />
        </div>
        {how === "windows" ? (
          <div className="col-span-full grid items-start gap-4 sm:grid-cols-3">
            {offered.map(({ label, time_of_day }) => (
              <Field key={time_of_day} label={label} error={wrong(time_of_day)}>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  value={places[time_of_day] ?? ""}
                  onChange={({ target }) =>
                    setPlaceWords({ ...places, [time_of_day]: target.value.trim() })
                  }
                />
              </Field>
            ))}
          </div>
        ) : null}
        <div className="col-span-full grid gap-3">
          {missing ? <p className="text-sm text-muted">{missing}</p> : null}
          {ready && preview.data ? <PlacesPreview planned={preview.data} /> : null}
          {ready && preview.isPending && !preview.error ? <Skeleton className="h-13" /> : null}
          {ready && failed ? (
            <FormAlert tone="error">{toApiError(failed).message}</FormAlert>
          ) : null}
          <div className="flex justify-end">
            <Button
              type="submit"
              busy={save.isPending}
              disabled={!ready || !preview.data || nothing === true}
            >
              Offer these places
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}

/** What the form still needs. */
function missingIn(plan: PlacesPlan, noPlaces: boolean): string | null {
  if (!plan.campus_ids.length) return "Choose a campus.";
  if (!plan.weekdays.length) return "Choose a day of the week.";
  if (plan.to < plan.from) return "The last day must not be before the first.";
  if (noPlaces) return "Give at least one window places.";
  return null;
}
