import type { RunCard, StopCard } from "@api/commands.types";
import { acceptOrder, lockStop, type RunDay, runKeys, type WantedRun } from "@api/pickups/runs";
import { emptyVan } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { LatePanel, ShownPanel } from "@components/ui/late-panel";
import { DayHeader } from "@features/crew/day/day-header";
import { ConnectionNotice } from "@features/crew/offline/connection-notice";
import { useConnection } from "@features/crew/offline/use-connection";
import { AddPickup } from "@features/crew/pickups/dates/add-pickup";
import type { CampusDayProps } from "@features/crew/pickups/day/campus-day";
import { completeDraft } from "@features/crew/stop/complete-draft";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { drawn } from "@lib/browser/first-stops";
import { lateCode } from "@lib/browser/late-code";
import { useSelection } from "@lib/lists/use-selection";
import { useQueryClient } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LoadingRuns } from "./loading-runs";
import type { StopTools } from "./office/line-tools";
import { tried } from "./office/tried";
import { useUndo } from "./office/use-undo";
import { useRunDay } from "./offline/use-run-day";
import { RunList } from "./run-list";
import { DayPair, RunTools } from "./run-tools";
import { isOpen, newlyLateWords, RUNS_FAILURE, runsTitle, stopCounts } from "./run-words";

const loadCode = lateCode(() => import("@features/office/crew/load-notice"));
const sheetCode = lateCode(() => import("./stop/stop-sheet"));
const dealCode = lateCode(() => import("./office/deal-bar"));
const orderCode = lateCode(() => import("./office/order-dialog"));
const pullCode = lateCode(() => import("./office/pull-list"));
const runCode = lateCode(() => import("./office/run-dialog"));
const undoCode = lateCode(() => import("@components/undo-bar"));
const splitCode = lateCode(() => import("./office/split-dialog"));
const loadOffice = () =>
  Promise.all(
    [dealCode, orderCode, pullCode, runCode, splitCode, undoCode].map(({ load }) => load()),
  );

/** The stops of a run that are to do. */
const openOf = (run: RunCard) => run.stops.filter(isOpen);
const keyOf = ({ id }: StopCard) => id;

interface DayOfRunsProps extends CampusDayProps {
  office: boolean;
  mayExceed: boolean;
}

/** A campus's runs of one day. */
export function DayOfRuns(props: DayOfRunsProps) {
  const { userId, campuses, campusId, day, today, utcOffset, office, mayExceed, onCampus, onDay } =
    props;
  const read = useRunDay(userId, campusId, day);
  const { shown, error, refetch } = read;
  const connection = useConnection(userId, read, utcOffset);
  const queries = useQueryClient();
  useAfterFirstScreen(loadOffice, office);
  const settled = Boolean(shown || error);
  useEffect(() => {
    if (!settled) return;
    drawn();
    // At once: a phone that loses its signal now still completes a stop.
    sheetCode.load().catch(() => undefined);
  }, [settled]);
  const [chosen, setOpen] = useState<string>();
  const [editing, setEditing] = useState<RunCard | "new">();
  const [ordering, setOrdering] = useState<RunCard>();
  const [splitting, setSplitting] = useState(false);
  const [pulling, setPulling] = useState(false);
  const [adding, setAdding] = useState(false);
  const stops = shown?.runs.flatMap((run) => run.stops) ?? [];
  const selection = useSelection(stops.filter(isOpen), keyOf);
  // A Complete dialog that a reload closed opens again with what stood in it.
  const reopened = useRef(false);
  useEffect(() => {
    if (!shown || reopened.current) return;
    reopened.current = true;
    const left = completeDraft(userId)?.stop;
    if (stops.some((stop) => stop.id === left && isOpen(stop))) setOpen(left);
  });
  const opened = stops.find(({ id }) => id === chosen);
  const close = () => setOpen(undefined);
  const { change: last, offer, undo, busy: undoing } = useUndo(campusId, day);
  const again = () => queries.invalidateQueries({ queryKey: runKeys.all });

  /** Says which windows the dealt stops make a run miss: its arrivals are read again for it. */
  async function warnOfLate(words: string, runs: readonly WantedRun[], runId: string) {
    selection.clear();
    await again();
    const now = queries.getQueryData<RunDay>(runKeys.day(campusId, day));
    const run = now?.runs.find(({ id }) => id === runId);
    offer(words, runs, run ? newlyLateWords(run, stops) : null);
  }

  function move(run: RunCard, from: number, to: number) {
    const seen = run.stops.map(({ id }) => id);
    const order = [...seen];
    const [one] = order.splice(from, 1);
    if (one) order.splice(to, 0, one);
    void tried("Order not changed", acceptOrder(run.id, order, seen)).then(again);
  }

  const toolsOf =
    (run: RunCard) =>
    (stop: StopCard, index: number): StopTools => ({
      picked: selection.has(stop),
      onPick: (on, range) => selection.pick(stop, on, range),
      onLock: () => void tried("Not changed", lockStop(stop.id, !stop.locked)).then(again),
      onUp: index === 0 ? null : () => move(run, index, index - 1),
      onDown: index === run.stops.length - 1 ? null : () => move(run, index, index + 1),
    });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-24">
      <DayHeader
        title={runsTitle(day, today)}
        campuses={campuses}
        campusId={campusId}
        day={day}
        counts={shown ? stopCounts(stops) : null}
        what="stop"
        onCampus={onCampus}
        onDay={office ? onDay : null}
        onAdd={() => setAdding(true)}
        before={<DayPair day={day} today={today} onDay={onDay} />}
      >
        <RunTools
          campusId={campusId}
          day={day}
          office={office}
          onPull={() => setPulling(true)}
          onNew={() => setEditing("new")}
        />
      </DayHeader>
      <ConnectionNotice connection={connection} className="sticky top-2 z-10" />
      {last ? (
        <ShownPanel code={undoCode}>
          {({ UndoBar }) => (
            <UndoBar
              words={last.words}
              until={last.until}
              busy={undoing}
              onUndo={() => void undo(last)}
            />
          )}
        </ShownPanel>
      ) : null}
      {office && shown && stops.length > 0 ? (
        <ShownPanel code={loadCode}>
          {({ LoadNotice }) => <LoadNotice campusId={campusId} day={day} />}
        </ShownPanel>
      ) : null}
      {office && shown && shown.runs.length > 1 && stops.some(isOpen) ? (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-end"
          onClick={() => setSplitting(true)}
        >
          <Split aria-hidden="true" />
          Split over {shown.runs.length} vans
        </Button>
      ) : null}
      {error && !(shown && connection.lost) ? (
        <ListProblem
          error={error}
          title="Runs Fetch Error"
          onRetry={() => void refetch()}
          retrying={false}
        >
          {RUNS_FAILURE}
        </ListProblem>
      ) : null}
      {shown ? (
        stops.length === 0 && shown.runs.length < 2 ? (
          <EmptyState scene={emptyVan} title="Nothing is booked for this day." />
        ) : (
          shown.runs.map((run) => (
            <RunList
              key={run.id}
              run={run}
              utcOffset={utcOffset}
              onOpen={({ id }) => setOpen(id)}
              {...(office
                ? {
                    office: {
                      campusId,
                      day,
                      toolsOf: toolsOf(run),
                      onEdit: () => setEditing(run),
                      onOrder: () => setOrdering(run),
                      allPicked: openOf(run).every(selection.has),
                      onPickAll: (on) => selection.pickAll(openOf(run), on),
                    },
                  }
                : {})}
            />
          ))
        )
      ) : error ? null : (
        <LoadingRuns />
      )}
      {shown && selection.rows.length > 0 ? (
        <LatePanel code={dealCode} onFail={selection.clear}>
          {({ DealBar }) => (
            <DealBar
              runs={shown.runs}
              campusId={campusId}
              day={day}
              selection={selection}
              picked={stops.filter(selection.has)}
              onDealt={(...dealt) => void warnOfLate(...dealt)}
              onDone={() => {
                selection.clear();
                void again();
              }}
            />
          )}
        </LatePanel>
      ) : null}
      {opened ? (
        <LatePanel code={sheetCode} onFail={close}>
          {({ StopSheet }) => (
            <StopSheet
              key={opened.id}
              userId={userId}
              stop={opened}
              campusId={campusId}
              day={day}
              office={office}
              utcOffset={utcOffset}
              stops={stops}
              onClose={close}
            />
          )}
        </LatePanel>
      ) : null}
      {editing ? (
        <LatePanel code={runCode} onFail={() => setEditing(undefined)}>
          {({ RunDialog }) => (
            <RunDialog
              run={editing === "new" ? null : editing}
              campusId={campusId}
              day={day}
              onClose={() => setEditing(undefined)}
            />
          )}
        </LatePanel>
      ) : null}
      {ordering ? (
        <LatePanel code={orderCode} onFail={() => setOrdering(undefined)}>
          {({ OrderDialog }) => (
            <OrderDialog run={ordering} onAccepted={offer} onClose={() => setOrdering(undefined)} />
          )}
        </LatePanel>
      ) : null}
      {splitting ? (
        <LatePanel code={splitCode} onFail={() => setSplitting(false)}>
          {({ SplitDialog }) => (
            <SplitDialog
              campusId={campusId}
              day={day}
              utcOffset={utcOffset}
              onAccepted={offer}
              onClose={() => setSplitting(false)}
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
          onClose={() => {
            setAdding(false);
            void again();
          }}
        />
      ) : null}
      {pulling ? (
        <LatePanel code={pullCode} onFail={() => setPulling(false)}>
          {({ PullList }) => (
            <PullList
              userId={userId}
              campusId={campusId}
              day={day}
              onClose={() => setPulling(false)}
            />
          )}
        </LatePanel>
      ) : null}
    </div>
  );
}
