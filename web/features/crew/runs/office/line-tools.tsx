import type { StopCard } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { RowCheckbox } from "@components/ui/checkbox";
import { LateMenu } from "@components/ui/late-menu";
import { isOpen } from "@features/crew/runs/run-words";
import { ArrowDown, ArrowUp, EllipsisVertical, Lock, LockOpen } from "lucide-react";
import { type ReactNode, useRef } from "react";

/** What the office does with a stop in its list. */
export interface StopTools {
  picked: boolean;
  /** `range`: with all between this stop and the one that was ticked before */
  onPick: (picked: boolean, range: boolean) => void;
  onLock: () => void;
  /** null where it cannot go that way */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

interface LineToolsProps {
  stop: StopCard;
  tools: StopTools;
}

/** Selects a stop; with Shift all between it and the one before. */
export function PickBox({ stop, tools }: LineToolsProps) {
  const range = useRef(false);
  return (
    <RowCheckbox
      label={`Select ${stop.full_name}`}
      checked={tools.picked}
      disabled={!isOpen(stop)}
      onClick={({ shiftKey }) => {
        range.current = shiftKey;
      }}
      onCheckedChange={(on) => tools.onPick(on, range.current)}
    />
  );
}

/** The stop's place in its run: buttons on desks, a menu on phones. */
export function PlaceTools({ stop, tools }: LineToolsProps) {
  return (
    <>
      <PlaceMenu name={stop.full_name} locked={stop.locked} tools={tools} />
      <PlaceButtons stop={stop} tools={tools} />
    </>
  );
}

function PlaceButtons({ stop, tools }: LineToolsProps) {
  return (
    <div className="flex max-sm:hidden">
      <Tool label={`Move ${stop.full_name} up`} onClick={tools.onUp}>
        <ArrowUp aria-hidden="true" />
      </Tool>
      <Tool label={`Move ${stop.full_name} down`} onClick={tools.onDown}>
        <ArrowDown aria-hidden="true" />
      </Tool>
      <Button
        size="icon"
        variant="ghost"
        aria-pressed={stop.locked}
        aria-label={`Keep ${stop.full_name} in this place`}
        title={stop.locked ? "Kept in this place" : "May be moved when an order is proposed"}
        onClick={tools.onLock}
      >
        {stop.locked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
      </Button>
    </div>
  );
}

function Tool(props: { label: string; onClick: (() => void) | null; children: ReactNode }) {
  const { label, onClick, children } = props;
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={label}
      disabled={!onClick}
      onClick={() => onClick?.()}
    >
      {children}
    </Button>
  );
}

/** The same on phones, which have no room for three buttons beside a name. */
function PlaceMenu(props: { name: string; locked: boolean; tools: StopTools }) {
  const { name, locked, tools } = props;
  return (
    <LateMenu
      className="sm:hidden"
      trigger={
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Place of ${name}${locked ? ", kept" : ""}`}
          className="size-12 sm:hidden"
        >
          {locked ? <Lock aria-hidden="true" /> : <EllipsisVertical aria-hidden="true" />}
        </Button>
      }
    >
      {({ DropdownMenuItem }) => (
        <>
          <DropdownMenuItem disabled={!tools.onUp} onSelect={() => tools.onUp?.()}>
            <ArrowUp aria-hidden="true" />
            Move up
          </DropdownMenuItem>
          <DropdownMenuItem disabled={!tools.onDown} onSelect={() => tools.onDown?.()}>
            <ArrowDown aria-hidden="true" />
            Move down
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={tools.onLock}>
            {locked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
            {locked ? "Let it move" : "Keep in this place"}
          </DropdownMenuItem>
        </>
      )}
    </LateMenu>
  );
}
