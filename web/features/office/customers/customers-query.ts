import { dataOf, rest } from "@api/client";
import { find, searchKeys } from "@api/customers/search";
import { type Customer, userKeys } from "@api/customers/users";
import { untilReachable } from "@lib/lists/list-query";
import { byWordsFirst, isCode, type Search, WORDS } from "@lib/lists/search-terms";
import { PAGE_SIZE } from "@lib/lists/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const SEARCHED = ["full_name", "email", "customer_id"] as const;

interface CustomerList {
  /** null past the last page */
  rows: Customer[] | null;
  count: number;
}

async function fetchCustomers(page: number, search: string): Promise<CustomerList> {
  async function ask({ words, filters }: Search, from: number, ids?: string[]) {
    let query = rest()
      .from("users")
      .select("id, full_name, customer_id, email", { count: "exact" })
      .eq("role", "customer")
      .order("full_name")
      .order("id")
      .range(from, from + PAGE_SIZE - 1);
    if (words) query = query.filter("words", WORDS, words);
    if (ids) query = query.in("id", ids);
    for (const filter of filters) query = query.or(filter);
    const answer = await query;
    if (answer.status === 416) return { rows: null, count: 0 };
    const rows = await dataOf<Customer[]>(Promise.resolve(answer));
    return { rows, count: answer.count ?? rows.length };
  }
  const from = (page - 1) * PAGE_SIZE;
  if (!isCode(search)) return byWordsFirst<CustomerList>(search, SEARCHED, ask, from);
  const { customers } = await find(search, PAGE_SIZE);
  return ask(
    { words: null, filters: [] },
    from,
    customers.map(({ id }) => id),
  );
}

/** A page of customers by name; the page before it stays while it loads. */
export function useCustomers(page: number, search: string) {
  return useQuery({
    queryKey: [...userKeys.customers, "page", page, search],
    queryFn: () => fetchCustomers(page, search),
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
