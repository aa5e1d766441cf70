import { refreshAfterBooking } from "@api/bookings/refresh-after-booking";
import { type UndoableChange, undoableChange, undoChange, undoKeys } from "@api/bookings/undo";
import type { Rest } from "@api/client";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Toasts that offer a way back stay longer than others. */
const OFFERED_MS = 10_000;

/** A booking as a change left it: `updated_at` names that change. */
export interface ChangedBooking {
  id: string;
  updated_at: string;
}

type UndoOffer = UndoableChange & { until: number };

/** As whom a page works, where that is not the main session. */
export interface UndoSession {
  via?: Rest;
  /** First part of the key of everything read with this session. */
  cacheKey?: readonly string[];
}

/** Undoes the last change of a booking (rule: undo); all lists follow. */
export function useBookingUndo({ via, cacheKey = [] }: UndoSession = {}) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const undo = useMutation({
    mutationFn: ({ id, updated_at: seen }: ChangedBooking) =>
      undoChange({ booking_id: id, seen }, keys.keyFor([id, seen]), via),
    networkMode: "always",
    onSuccess: () => toast.success("Undone"),
    onError: (error) => toast.error("Not undone", { description: toApiError(error).message }),
    onSettled: () => {
      refreshAfterBooking(queries);
      void queries.invalidateQueries({ queryKey: [...cacheKey, "bookings"] });
    },
  });
  return {
    ...undo,
    /** What a toast about a change adds, so that it can be undone there. */
    offer: (changed: ChangedBooking) => ({
      duration: OFFERED_MS,
      action: { label: "Undo", onClick: () => undo.mutate(changed) },
    }),
  };
}

/** The last change of a booking that can be undone, and until when by the device's clock. */
export function useUndoOffer(bookingId: string, { via, cacheKey = [] }: UndoSession = {}) {
  const { data, refetch } = useQuery<UndoOffer | null>({
    queryKey: [...cacheKey, ...undoKeys.of(bookingId)],
    queryFn: async () => {
      const change = await undoableChange(bookingId, via);
      return change && { ...change, until: Date.now() + change.seconds_left * 1_000 };
    },
  });
  const until = data?.until;
  useEffect(() => {
    if (until === undefined) return;
    const over = setTimeout(() => void refetch(), until - Date.now() + 1_000);
    return () => clearTimeout(over);
  }, [until, refetch]);
  return data;
}
