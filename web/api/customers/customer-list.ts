import { dataOf, rest } from "@api/client";
import { find } from "@api/customers/search";
import type { Customer } from "@api/customers/users";
import { byWordsFirst, isCode, type Search, WORDS } from "@lib/lists/search-terms";
import { PAGE_SIZE } from "@lib/lists/url-state";

const SEARCH_COLUMNS = ["full_name", "email", "customer_id"] as const;

interface CustomerList {
  /** null past the last page */
  rows: Customer[] | null;
  count: number;
}

/** Read a page of customers by name; a code or phone number goes through the search. */
export async function listCustomers(
  page: number,
  search: string,
  size = PAGE_SIZE,
): Promise<CustomerList> {
  async function ask({ words, filters }: Search, from: number, ids?: string[]) {
    let query = rest()
      .from("users")
      .select("id, full_name, customer_id, email", { count: "exact" })
      .eq("role", "customer")
      .order("full_name")
      .order("id")
      .range(from, from + size - 1);
    if (words) query = query.filter("words", WORDS, words);
    if (ids) query = query.in("id", ids);
    for (const filter of filters) query = query.or(filter);
    const answer = await query;
    if (answer.status === 416) return { rows: null, count: 0 };
    const rows = await dataOf<Customer[]>(Promise.resolve(answer));
    return { rows, count: answer.count ?? rows.length };
  }
  const from = (page - 1) * size;
  if (!isCode(search)) return byWordsFirst<CustomerList>(search, SEARCH_COLUMNS, ask, from);
  const { customers } = await find(search, PAGE_SIZE);
  return ask(
    { words: null, filters: [] },
    from,
    customers.map(({ id }) => id),
  );
}
