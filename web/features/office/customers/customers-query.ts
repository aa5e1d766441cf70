import { listCustomers } from "@api/customers/customer-list";
import { find, searchKeys } from "@api/customers/search";
import { userKeys } from "@api/customers/users";
import { untilReachable } from "@lib/lists/list-query";
import { PAGE_SIZE } from "@lib/lists/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** A page of customers by name; the page before it stays while it loads. */
export function useCustomers(page: number, search: string) {
  return useQuery({
    queryKey: [...userKeys.customers, "page", page, search],
    queryFn: () => listCustomers(page, search),
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
}

/** Bookings of people without an account that fit: they stand in no list of customers. */
export function useGuests(search: string) {
  return useQuery({
    queryKey: searchKeys.of(search, PAGE_SIZE),
    queryFn: () => find(search, PAGE_SIZE),
    select: ({ bookings }) => bookings.filter(({ user_id }) => user_id === null),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
}
