import type { Stop } from "@api/commands.types";
import { emptyVan } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { LatePanel, ShownPanel } from "@components/ui/late-panel";
import { Skeleton } from "@components/ui/skeleton";
import { DayHeader } from "@features/crew/day/day-header";
import { ConnectionNotice } from "@features/crew/offline/connection-notice";
import { useConnection } from "@features/crew/offline/use-connection";
import { AddPickup } from "@features/crew/pickups/dates/add-pickup";
import { DateWishes } from "@features/crew/pickups/dates/date-wishes";
import { beforeDone, nextOf, stopKey } from "@features/crew/pickups/offline/pickup-line";
import { usePickupChanges } from "@features/crew/pickups/offline/use-pickup-changes";
import { usePickupDay } from "@features/crew/pickups/offline/use-pickup-day";
import { QueueList, type QueueListProps } from "@features/crew/pickups/reorder/queue-list";
import { useSteadyScroll } from "@features/crew/pickups/reorder/use-steady-scroll";
import { completeDraft } from "@features/crew/stop/complete-draft";
import { drawn } from "@lib/browser/first-stops";
import { lateCode, useLateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { addDays } from "@lib/format/dates";
import { useFailureToast } from "@lib/lists/failure-toast";
import { useCloseWarning } from "@lib/offline/unsent-work";
import { longCampus } from "@lib/site/campus-names";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type CampusDayProps, ChosenDay } from "./campus-day";
import { DayStep } from "./day-steps";
import { NextBar } from "./next-bar";
import { emptyWords, QUEUE_FAILURE, queueTitle } from "./pickup-words";

const completeCode = lateCode(() => import("./complete-pickup"));
const doorCode = lateCode(() => import("@features/warehouse/items/door-dialog"));
const changeCode = lateCode(() => import("@features/crew/pickups/dates/change-date-dialog"));
const doneCode = lateCode(() => import("./done-list"));
const failCode = lateCode(() => import("@features/crew/stop/fail-dialog"));
const printCode = lateCode(() => import("@features/crew/pickups/print/pickup-sheet-button"));
const searchCode = lateCode(() => import("./stop-search"));
const selectCode = lateCode(() => import("./selecting-stops"));
const undoCode = lateCode(() => import("./undo-dialog"));
const loadDialogs = () =>
  Promise.all([completeCode, failCode, doorCode, changeCode, undoCode].map(({ load }) => load()));

/** More than a screen shows: one of them has to be looked for. */
const MANY_STOPS = 8;

interface DayOfPickupsProps extends CampusDayProps {
  office: boolean;
  mayExceed: boolean;
}

/** The pickup queue of a campus and day, both in the address; today's where it names none. */
export function PickupsTab({ office, mayExceed }: { office: boolean; mayExceed: boolean }) {
  return (
    <ChosenDay title="Queue Fetch Error" failure={QUEUE_FAILURE} loading={<LoadingStops />}>
      {(chosen) => <DayOfPickups {...chosen} office={office} mayExceed={mayExceed} />}
    </ChosenDay>
  );
}

function DayOfPickups(props: DayOfPickupsProps) {
  const { userId, campuses, campusId, day, today, utcOffset, office, mayExceed, onCampus, onDay } =
    props;
  const read = usePickupDay(userId, campusId, day);
  const { shown, hold, release, error, refetch } = read;
  const connection = useConnection(userId, read, utcOffset);
  const settled = Boolean(shown || error);
  useLayoutEffect(() => {
    if (settled) drawn();
  }, [settled]);
  useEffect(() => {
    // At once: a phone that loses its signal now still completes a stop.
    if (settled) loadDialogs().catch(() => undefined);
  }, [settled]);
  const changes = usePickupChanges(userId, campusId, day);
  const area = useRef<HTMLDivElement>(null);
  useSteadyScroll(area);
  const [scanning, setScanning] = useState<string>();
  const [completing, setCompleting] = useState<Stop>();
  const [failing, setFailing] = useState<Stop>();
  const [changing, setChanging] = useState<Stop>();
  const [undoing, setUndoing] = useState<Stop>();
  const [adding, setAdding] = useState(false);
  const [selecting, setSelecting] = useState(false);
  const [find, setFind] = useState("");
  useFailureToast(error, "Queue Fetch Error", QUEUE_FAILURE);
  useCloseWarning((completing ?? failing) !== undefined, userId);
  // A Complete dialog that a reload closed opens again with what stood in it.
  const reopened = useRef(false);
  useEffect(() => {
    if (!shown || reopened.current) return;
    reopened.current = true;
    const draft = completeDraft(userId);
    const left = draft && shown.waiting.find((stop) => stopKey(stop) === draft.stop);
    if (left) setCompleting(left);
  }, [shown, userId]);

  const bookingToMove = changing?.booking_id;
  const next = shown && nextOf(shown.waiting);
  // As it is by now: what is scanned changes it.
  const scanned = shown?.waiting.find((stop) => stopKey(stop) === scanning);
  const counts = shown && {
    done: shown.done.length,
    failed: shown.failed.length,
    all: shown.done.length + shown.failed.length + shown.waiting.length,
  };
  const searchable = Boolean(shown && shown.waiting.length + shown.done.length > MANY_STOPS);
  const looked = searchable ? find : "";
  const search = useLateCode(searchCode, looked !== "", () => undefined);
  const meant = (stops: readonly Stop[]) =>
    looked && search ? stops.filter((stop) => search.isMeant(stop, looked)) : stops;
  const queueOf = (boxOf: QueueListProps["boxOf"]) =>
    shown ? (
      <QueueList
        day={shown}
        matches={looked && search ? meant(shown.waiting) : null}
        boxOf={boxOf}
        changes={changes}
        hold={hold}
        release={release}
        onScan={(stop) => setScanning(stopKey(stop))}
        onComplete={setCompleting}
        onFail={setFailing}
        onChangeDate={setChanging}
      />
    ) : null;
  return (
    <div
      ref={area}
      className={cn(
        "grid grid-cols-[minmax(0,1fr)] gap-2.5 [overflow-anchor:none] sm:gap-4 md:gap-3",
        next && "max-md:pb-40",
      )}
    >
      <DayHeader
        title={queueTitle(day, today)}
        campuses={campuses}
        campusId={campusId}
        day={day}
        counts={counts ?? null}
        what="pickup"
        onCampus={onCampus}
        onDay={onDay}
        onAdd={() => setAdding(true)}
        before={<DayStep back onClick={() => onDay(addDays(day, -1))} />}
        after={
          <>
            <DayStep onClick={() => onDay(addDays(day, 1))} />
            {day === today ? null : (
              <Button
                variant="ghost"
                className="h-12 px-3 max-sm:px-2 lg:h-11"
                onClick={() => onDay("")}
              >
                Today
              </Button>
            )}
          </>
        }
      >
        {searchable ? (
          <SearchBox
            label="Find a stop by name, place or phone"
            value={find}
            onSearch={setFind}
            className="max-sm:col-span-3 sm:min-w-64 sm:flex-1"
          />
        ) : null}
        <ShownPanel code={printCode}>
          {({ PickupSheetButton }) => (
            <PickupSheetButton
              stops={shown?.waiting ?? []}
              campusName={longCampus(campusId)}
              day={day}
            />
          )}
        </ShownPanel>
        {office && next ? (
          <Button
            variant="secondary"
            aria-pressed={selecting}
            className="h-12 max-sm:px-4 lg:h-11"
            onClick={() => setSelecting(!selecting)}
          >
            Select
          </Button>
        ) : null}
      </DayHeader>
      <ConnectionNotice
        connection={connection}
        className={cn("sticky top-2 z-10", next && "max-md:hidden")}
      />
      {error && !(shown && connection.lost) ? (
        <ListProblem
          error={error}
          title="Queue Fetch Error"
          onRetry={() => void refetch()}
          // It is asked for by itself too, every few seconds: the button stays quiet then.
          retrying={false}
        >
          {QUEUE_FAILURE}
        </ListProblem>
      ) : null}
      {office ? null : <DateWishes campusId={campusId} />}
      {shown ? (
        <>
          {next && selecting ? (
            <LatePanel code={selectCode} onFail={() => setSelecting(false)}>
              {({ SelectingStops }) => (
                <SelectingStops
                  stops={meant(shown.waiting)}
                  campusId={campusId}
                  onDone={() => setSelecting(false)}
                >
                  {queueOf}
                </SelectingStops>
              )}
            </LatePanel>
          ) : next ? (
            queueOf(null)
          ) : (
            <NothingToDo
              words={shown.done.length > 0 ? "All pickups are done." : emptyWords(day, today)}
              onAdd={() => setAdding(true)}
            />
          )}
          {shown.done.length > 0 ? (
            <ShownPanel code={doneCode}>
              {({ DoneList }) => (
                <DoneList stops={meant(shown.done)} utcOffset={utcOffset} onUndo={setUndoing} />
              )}
            </ShownPanel>
          ) : null}
        </>
      ) : error ? null : (
        <LoadingStops />
      )}
      {next && !selecting ? (
        <NextBar
          stop={next}
          campusId={campusId}
          connection={connection}
          onWay={() => changes.mark(next, "in_progress")}
          onScan={() => setScanning(stopKey(next))}
          onComplete={() => setCompleting(next)}
        />
      ) : null}
      {completing ? (
        <LatePanel code={completeCode} onFail={() => setCompleting(undefined)}>
          {({ CompletePickup }) => (
            <CompletePickup
              userId={userId}
              key={stopKey(completing)}
              stop={
                shown?.waiting.find((stop) => stopKey(stop) === stopKey(completing)) ?? completing
              }
              onScan={() => setScanning(stopKey(completing))}
              onClose={() => setCompleting(undefined)}
              onComplete={(count) => {
                setCompleting(undefined);
                changes.mark(completing, "completed", count);
              }}
            />
          )}
        </LatePanel>
      ) : null}
      {failing ? (
        <LatePanel code={failCode} onFail={() => setFailing(undefined)}>
          {({ FailDialog }) => (
            <FailDialog
              stop={{ full_name: failing.full_name, kind: "pickup" }}
              office={office}
              onBack={() => setFailing(undefined)}
              onFail={(failure, photo) => {
                setFailing(undefined);
                changes.fail(failing, failure, photo);
              }}
            />
          )}
        </LatePanel>
      ) : null}
      {shown && scanned ? (
        <LatePanel code={doorCode} onFail={() => setScanning(undefined)}>
          {({ DoorDialog }) => (
            <DoorDialog
              userId={userId}
              stop={scanned}
              stops={[...shown.waiting, ...shown.done]}
              onClose={() => setScanning(undefined)}
            />
          )}
        </LatePanel>
      ) : null}
      {undoing ? (
        <LatePanel code={undoCode} onFail={() => setUndoing(undefined)}>
          {({ UndoDialog }) => (
            <UndoDialog
              stop={undoing}
              onClose={() => setUndoing(undefined)}
              onUndo={() => {
                changes.mark(undoing, beforeDone(undoing));
                setUndoing(undefined);
              }}
            />
          )}
        </LatePanel>
      ) : null}
      {changing && bookingToMove ? (
        <LatePanel code={changeCode} onFail={() => setChanging(undefined)}>
          {({ ChangeDateDialog }) => (
            <ChangeDateDialog
              stop={changing}
              bookingId={bookingToMove}
              campusId={campusId}
              onClose={() => setChanging(undefined)}
            />
          )}
        </LatePanel>
      ) : null}
      {adding ? (
        <AddPickup
          campuses={campuses}
          campusId={campusId}
          day={day}
          today={today}
          mayExceed={mayExceed}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  );
}

function NothingToDo({ words, onAdd }: { words: string; onAdd: () => void }) {
  return (
    <EmptyState
      scene={emptyVan}
      title={words}
      action={
        <Button variant="secondary" onClick={onAdd}>
          Add a customer
        </Button>
      }
    />
  );
}

function LoadingStops() {
  return (
    <div role="status" aria-label="Loading pickups" className="grid gap-2">
      {["first", "second", "third", "fourth"].map((one) => (
        <Skeleton key={one} className="h-20 rounded-2xl" />
      ))}
    </div>
  );
}
