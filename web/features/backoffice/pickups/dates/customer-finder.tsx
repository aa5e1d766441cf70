import { dataOf, rest } from "@api/client";
import { type Customer, userKeys } from "@api/users";
import { SearchBox } from "@components/search-box";
import { Code } from "@components/ui/code";
import { RadioCards } from "@components/ui/radio-cards";
import { searchFilters } from "@lib/search-terms";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

const SEARCHED = ["full_name", "email", "customer_id"] as const;
const MOST = 6;

function findCustomers(text: string): Promise<Customer[]> {
  let query = rest()
    .from("users")
    .select("id, full_name, customer_id, email")
    .eq("role", "customer")
    .order("full_name")
    .order("id")
    .limit(MOST)
    .retry(false);
  for (const filter of searchFilters(text, SEARCHED)) query = query.or(filter);
  return dataOf(query);
}

interface CustomerFinderProps {
  chosen: Customer | undefined;
  onChoose: (customer: Customer) => void;
}

/** A customer by name, ID or email. */
export function CustomerFinder({ chosen, onChoose }: CustomerFinderProps) {
  const [text, setText] = useState("");
  const { data, error } = useQuery({
    queryKey: [...userKeys.customers, "found", text],
    queryFn: () => findCustomers(text),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: "always",
  });
  const found = text === "" ? [] : (data ?? []);
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <div className="grid gap-2">
      <SearchBox label="Find by name, ID or email" value={text} onSearch={setText} />
      {shown.length > 0 ? (
        <RadioCards
          label="Customer"
          options={shown.map((one) => ({
            value: one.id,
            label: (
              <span className="flex flex-wrap items-center gap-2">
                {one.full_name || "Customer"}
                <Code className="px-1.5 py-0 text-xs tracking-wider">{one.customer_id}</Code>
              </span>
            ),
            description: one.email,
          }))}
          value={chosen?.id}
          onValueChange={(id) => {
            const customer = shown.find((one) => one.id === id);
            if (customer) onChoose(customer);
          }}
          className="gap-1.5"
        />
      ) : null}
      <p role="status" className="text-xs text-muted empty:hidden">
        {error
          ? "The customers cannot be searched right now. Please try again."
          : text !== "" && data?.length === 0
            ? "No customers found."
            : text !== "" && data && data.length === MOST
              ? `The first ${MOST} are shown: type more of the name.`
              : ""}
      </p>
    </div>
  );
}
