import { bookingRuleKeys, previewCancellation } from "@api/bookings/commands";
import { deliveryQuote, deliveryQuoteKeys } from "@api/bookings/delivery-quotes";
import { itemKeys, itemsForStaff } from "@api/bookings/items";
import { feeKeys, feesOfTerms } from "@api/customers/fees";
import { bookingFriends, friendKeys } from "@api/customers/friends";
import { accountInvitation, bookingNotes, recordKeys } from "@api/customers/records";
import { relatedBookings, relatedKeys } from "@api/customers/related";
import { untilReachable } from "@lib/lists/list-query";
import { queryOptions } from "@tanstack/react-query";

/** What a record reads beside its booking, each the same way before it opens and in it. */
export const notesRead = (bookingId: string) =>
  queryOptions({
    queryKey: recordKeys.notes(bookingId),
    queryFn: () => bookingNotes(bookingId),
    ...untilReachable,
  });

export const relatedRead = (bookingId: string) =>
  queryOptions({
    queryKey: relatedKeys.of(bookingId),
    queryFn: () => relatedBookings(bookingId),
    ...untilReachable,
  });

export const itemsRead = (bookingId: string) =>
  queryOptions({
    queryKey: itemKeys.of(bookingId),
    queryFn: () => itemsForStaff(bookingId),
    ...untilReachable,
  });

export const friendsRead = (bookingId: string) =>
  queryOptions({
    queryKey: friendKeys.ofBooking(bookingId),
    queryFn: () => bookingFriends(bookingId),
    ...untilReachable,
  });

export const invitationRead = (bookingId: string) =>
  queryOptions({
    queryKey: recordKeys.invitation(bookingId),
    queryFn: () => accountInvitation(bookingId),
    networkMode: "always",
  });

export const quoteRead = (bookingId: string) =>
  queryOptions({
    queryKey: deliveryQuoteKeys.of(bookingId),
    queryFn: () => deliveryQuote(bookingId),
    ...untilReachable,
  });

export const termsRead = (bookingId: string) =>
  queryOptions({
    queryKey: feeKeys.ofTerms(bookingId),
    queryFn: () => feesOfTerms(bookingId),
    ...untilReachable,
  });

/** Covers the time from pointing to pressing; a later price is read again. */
const MOMENT_MS = 2_000;

/** What cancelling costs at this moment. */
export const cancellationRead = (bookingId: string) =>
  queryOptions({
    queryKey: bookingRuleKeys.cancellation(bookingId),
    queryFn: () => previewCancellation(bookingId),
    ...untilReachable,
    staleTime: MOMENT_MS,
  });

/** All of it that a record of the staff shows at first. */
export const recordReads = (bookingId: string, office: boolean) => [
  notesRead(bookingId),
  relatedRead(bookingId),
  itemsRead(bookingId),
  friendsRead(bookingId),
  invitationRead(bookingId),
  ...(office ? [quoteRead(bookingId)] : []),
];
