import type { Stop } from "@api/commands.types";
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { orderOf } from "@features/crew/pickups/offline/pickup-line";
import { GripVertical } from "lucide-react";
import { type RefObject, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const INSTRUCTIONS =
  "To move a stop, press Space or Enter, move it with the arrow up and down keys, " +
  "and press Space or Enter again to drop it. Escape leaves it where it was.";

interface DragHandlesProps {
  stops: readonly Stop[];
  /** The list of the stops' cards, each with a `data-grip` for its handle. */
  list: RefObject<HTMLOListElement | null>;
  onLift: () => void;
  onLeave: () => void;
  onDrop: (id: string, over: string | undefined) => void;
}

/** Puts a handle into each card, which draws its stop to another place by hand, touch or keyboard. */
export function DragHandles({ stops, list, onLift, onLeave, onDrop }: DragHandlesProps) {
  const ids = orderOf(stops);
  const [grips, setGrips] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stop more has a card more
  useLayoutEffect(() => {
    const cards = list.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [];
    const found = [...cards].map(
      (card) => [card.dataset.stop ?? "", card.querySelector<HTMLElement>("[data-grip]")] as const,
    );
    setGrips(new Map(found.flatMap(([id, grip]) => (grip ? [[id, grip]] : []))));
  }, [list, ids.toSorted().join()]);

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{
        announcements: announcementsOf(stops),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragStart={onLift}
      onDragCancel={onLeave}
      onDragEnd={({ active, over }: DragEndEvent) =>
        onDrop(String(active.id), over ? String(over.id) : undefined)
      }
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {stops.map(({ queue_id, full_name }) => {
          const grip = grips.get(queue_id ?? "");
          return grip && queue_id
            ? createPortal(<Handle id={queue_id} name={full_name} grip={grip} />, grip, queue_id)
            : null;
        })}
      </SortableContext>
    </DndContext>
  );
}

function Handle({ id, name, grip }: { id: string; name: string; grip: HTMLElement }) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id });
  const moved = CSS.Translate.toString(transform);
  useLayoutEffect(() => {
    const card = grip.closest("li");
    if (!card) return;
    setNodeRef(card);
    return () => setNodeRef(null);
  }, [grip, setNodeRef]);
  useLayoutEffect(() => {
    const card = grip.closest("li");
    if (!card) return;
    card.style.transform = moved ?? "";
    card.style.transition = transition ?? "";
    card.toggleAttribute("data-lifted", isDragging);
    return () => {
      card.removeAttribute("style");
    };
  }, [grip, moved, transition, isDragging]);
  return (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
      className="grid size-full cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-pine-soft hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

function announcementsOf(stops: readonly Stop[]): Announcements {
  const name = (id: string | number) =>
    stops.find((stop) => stop.queue_id === id)?.full_name ?? "The stop";
  const place = (id: string | number) => {
    const index = stops.findIndex((stop) => stop.queue_id === id);
    return `place ${index + 1} of ${stops.length}`;
  };
  return {
    onDragStart: ({ active }) => `${name(active.id)} is lifted from ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is at ${place(over.id)}.` : ""),
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${place(over.id)}.` : "Nothing was moved.",
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  };
}
