import type { KitDelivery } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import {
  addKitStock,
  type KitState,
  kitDay,
  kitKeys,
  setKitState,
  setKitStates,
} from "@api/pickups/supplies";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { STATE_WORDS } from "./kit-steps";

/** How often an open day is read again: two people pack from one list. */
const POLL_MS = 5_000;

/** The kits of a campus and day, as they are now. */
export function useKitDay(campusId: number, day: string | undefined) {
  return useQuery({
    queryKey: kitKeys.day(campusId, day ?? ""),
    queryFn: () => kitDay(campusId, day ?? ""),
    enabled: day !== undefined,
    ...untilReachable,
    refetchInterval: ({ state }) =>
      isUnreachable(state.error) ? untilReachable.refetchInterval({ state }) : POLL_MS,
  });
}

export interface KitMove {
  kit: KitDelivery;
  to: KitState;
  note?: string;
}

/** Where kits go back to; null: they were at several steps, or a way back needs a reason. */
function formerState(kits: readonly KitDelivery[]): KitState | null {
  const [first] = kits;
  if (!first || first.state === "failed") return null;
  return kits.every(({ state }) => state === first.state) ? first.state : null;
}

/** What a toast about kits offers: to put them back, unless one has gone on since. */
function useUndoAction() {
  const queries = useQueryClient();
  return (kits: readonly KitDelivery[], seen: KitState) => {
    const state = formerState(kits);
    if (state === null) return {};
    const undo = async () => {
      try {
        await setKitStates(
          kits.map(({ booking_id }) => ({ booking_id, seen })),
          state,
        );
        toast.success("Undone", { id: "kit" });
      } catch (error) {
        toast.error("Not undone", { id: "kit", description: toApiError(error).message });
      }
      await queries.invalidateQueries({ queryKey: kitKeys.all });
    };
    return { duration: 10_000, action: { label: "Undo", onClick: () => void undo() } };
  };
}

/** Sets how far a kit is. A change by another person meanwhile is announced and shown. */
export function useMoveKit() {
  const queries = useQueryClient();
  const undoOf = useUndoAction();
  return useMutation({
    mutationFn: ({ kit, to, note }: KitMove) => setKitState(kit.booking_id, to, kit.state, note),
    onSuccess: (_, { kit, to }) =>
      toast.success("Kit updated", {
        id: "kit",
        description: `${kit.full_name}: ${STATE_WORDS[to].label.toLowerCase()}`,
        ...undoOf([kit], to),
      }),
    onError: (failure) =>
      toast.error("Update failed", { id: "kit", description: toApiError(failure).message }),
    onSettled: () => queries.invalidateQueries({ queryKey: kitKeys.all }),
  });
}

/** Sets how far several kits are, all or none. */
export function useMoveKits(onDone: () => void) {
  const queries = useQueryClient();
  const undoOf = useUndoAction();
  return useMutation({
    mutationFn: ({ kits, to }: { kits: readonly KitDelivery[]; to: KitState }) =>
      setKitStates(
        kits.map(({ booking_id, state }) => ({ booking_id, seen: state })),
        to,
      ),
    onSuccess: (_, { kits, to }) => {
      toast.success("Kits updated", {
        id: "kit",
        description: `${kits.length} kits: ${STATE_WORDS[to].label.toLowerCase()}`,
        ...undoOf(kits, to),
      });
      onDone();
    },
    onError: (failure) =>
      toast.error("Update failed", {
        id: "kit",
        description: `None was changed. ${toApiError(failure).message}`,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: kitKeys.all }),
  });
}

/** Adds kits to a campus's shelf, or takes some away. */
export function useAddStock(campusId: number, onDone: () => void) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  return useMutation({
    mutationFn: (kits: number) => addKitStock(campusId, kits, keys.keyFor([campusId, kits])),
    onSuccess: ({ kits }) => {
      keys.done();
      toast.success("Stock updated", { description: `${kits} kits are on the shelf now.` });
      onDone();
    },
    onError: (failure) =>
      toast.error("Update failed", { description: toApiError(failure).message }),
    onSettled: () => queries.invalidateQueries({ queryKey: kitKeys.all }),
  });
}
