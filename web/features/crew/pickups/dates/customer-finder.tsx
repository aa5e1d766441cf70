import { find, searchKeys } from "@api/customers/search";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { RadioCards } from "@components/ui/radio-cards";
import { writtenPhone } from "@lib/forms/phone";
import { untilReachable } from "@lib/lists/list-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChosenCustomer, foundPeople } from "./found-people";

const MOST = 6;

interface CustomerFinderProps {
  chosen: ChosenCustomer | undefined;
  onChoose: (customer: ChosenCustomer) => void;
}

/** A customer or a guest by name, phone, ID or email. */
export function CustomerFinder({ chosen, onChoose }: CustomerFinderProps) {
  const [text, setText] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: searchKeys.of(text, MOST),
    queryFn: () => find(text, MOST),
    select: foundPeople,
    enabled: text !== "",
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
  const found = text === "" ? [] : (data ?? []);
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <div className="grid gap-2">
      <SearchBox label="Find by name, phone, ID or email" value={text} onSearch={setText} />
      {shown.length > 0 ? (
        <RadioCards
          label="Customer"
          options={shown.map((one) => ({
            value: one.id,
            label: (
              <span className="flex flex-wrap items-center gap-2">
                {one.name}
                <Code className="px-1.5 py-0 text-xs tracking-wider">{one.code}</Code>
              </span>
            ),
            description: [
              "booking_id" in one.who && "Guest",
              one.email,
              one.phone && writtenPhone(one.phone),
            ]
              .filter(Boolean)
              .join(" · "),
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
            : text !== "" && data && data.length >= MOST
              ? "More may match: type more of the name."
              : ""}
      </p>
      {error ? (
        <Button variant="secondary" size="sm" className="w-fit" onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
