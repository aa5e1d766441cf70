import type { Stop } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { LateMenu } from "@components/ui/late-menu";
import { LatePanel, ShownPanel } from "@components/ui/late-panel";
import { OrderInput } from "@features/crew/pickups/reorder/order-input";
import { lateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { Check, Ellipsis, Truck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { StopComments, StopPerson, StopPlace, StopTime } from "./stop-facts";
import type { StopVerbs } from "./stop-verbs";
import { TornEdge } from "./torn-edge";

const itemsCode = lateCode(() => import("./stop-items"));
const menuCode = lateCode(() => import("./stop-menu"));

/** Three words beside each other at the foot of a phone's card. */
const FOOT =
  "max-md:h-12 max-md:flex-auto max-md:px-1.5 max-md:text-xs max-[22rem]:px-0.5 max-md:[&_svg]:hidden";

interface StopCardProps {
  stop: Stop;
  campusId: number;
  /** 1 for the first of the line, whatever number was typed. */
  place: number;
  /** The one to go on with of the line: its next step is the one yellow button of the screen. */
  next: boolean;
  /** It cannot be drawn to another place now. */
  fixed: boolean;
  /** Selects it. */
  box: ReactNode;
  verbs: StopVerbs;
}

/** A stop of the line as a ticket torn from the roll. */
export function StopCard(props: StopCardProps) {
  const { stop, campusId, place, next, fixed, box, verbs } = props;
  const underWay = stop.pickup_status === "in_progress";
  return (
    <li
      data-stop={stop.queue_id}
      aria-current={next ? "step" : undefined}
      className={cn(
        "relative ml-1.5 grid scroll-my-24 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 rounded-r-2xl border border-l-0 border-line bg-sheet py-2 pr-3 pl-1.5 text-sm md:py-0.5",
        "md:grid-cols-[auto_minmax(0,1fr)_auto] xl:grid-cols-[auto_minmax(0,17.5rem)_minmax(0,9.25rem)_minmax(0,1.6fr)_minmax(0,1fr)_auto] xl:gap-x-4",
        next && "border-line-strong",
        "data-lifted:z-20 data-lifted:border-ink data-lifted:shadow-pop",
      )}
    >
      <TornEdge strong={next} />
      <div className="flex items-center">
        {box ? <span className="grid size-11 place-items-center">{box}</span> : null}
        <span data-grip="" hidden={fixed} className="h-11 w-9 shrink-0 max-md:h-12 max-md:w-11" />
        <OrderInput
          stop={stop}
          place={place}
          onTyping={verbs.typing}
          onLeave={verbs.leave}
          onNumber={(number) => verbs.number(stop, number)}
        />
      </div>
      <StopPerson stop={stop} />
      <div className="col-span-full grid gap-x-5 gap-y-1 pl-2 md:order-last md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)] md:items-center xl:contents">
        <StopTime stop={stop} />
        <StopPlace stop={stop} campusId={campusId} />
        <StopComments stop={stop} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 group-data-settling/line:pointer-events-none max-md:col-span-full max-md:mt-1 max-md:border-t max-md:border-dashed max-md:border-line-strong max-md:pt-2 max-md:pl-2 max-[22rem]:-mr-2 max-[22rem]:pl-0">
        {underWay ? null : (
          <Button
            data-step="on-way"
            size="sm"
            variant={next ? "primary" : "secondary"}
            className={cn(FOOT, next && "max-md:hidden")}
            onClick={() => verbs.onWay(stop)}
          >
            <Truck aria-hidden="true" />
            On Way
            <span className="sr-only"> to {stop.full_name}</span>
          </Button>
        )}
        <Button
          data-step="complete"
          size="sm"
          variant={next && underWay ? "primary" : "secondary"}
          className={cn(FOOT, next && underWay && "max-md:hidden")}
          onClick={() => verbs.complete(stop)}
        >
          <Check aria-hidden="true" />
          Complete
          <span className="sr-only"> {stop.full_name}</span>
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={!stop.booking_id}
          className={cn(FOOT, "xl:border-transparent")}
          onClick={() => verbs.changeDate(stop)}
        >
          Change Date
          <span className="sr-only"> of {stop.full_name}</span>
        </Button>
        <MoreVerbs stop={stop} verbs={verbs} />
      </div>
    </li>
  );
}

function MoreVerbs({ stop, verbs }: Pick<StopCardProps, "stop" | "verbs">) {
  const [listed, setListed] = useState(false);
  return (
    <>
      <LateMenu
        modal={false}
        trigger={
          <Button
            size="icon"
            variant="ghost"
            aria-label={`More for ${stop.full_name}`}
            className="max-md:size-12 max-[22rem]:w-9 md:size-9"
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {() => (
          <ShownPanel code={menuCode}>
            {({ StopMenu }) => (
              <StopMenu stop={stop} verbs={verbs} onListed={() => setListed(true)} />
            )}
          </ShownPanel>
        )}
      </LateMenu>
      {listed ? (
        <LatePanel code={itemsCode} onFail={() => setListed(false)}>
          {({ StopItems }) => (
            <StopItems
              items={stop.items}
              friends={stop.friends}
              name={stop.full_name}
              onClose={() => setListed(false)}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}
