import { cn } from "@lib/cn";
import { type ParamChange, useAddress } from "@lib/lists/url-state";
import { AddressLink } from "./address-link";

export interface ListChoice {
  value: string;
  label: string;
  /** how many it lists */
  count?: number | undefined;
}

interface ListChoicesProps {
  label: string;
  choices: readonly ListChoice[];
  value: string;
  /** The change of the address that makes a choice. */
  changeTo: (value: string) => ParamChange;
}

/** Which rows of a list are shown, as links with how many there are. */
export function ListChoices({ label, choices, value: chosen, changeTo }: ListChoicesProps) {
  const { href } = useAddress();
  return (
    <nav aria-label={label} className="-mx-1 flex max-w-full gap-1 overflow-x-auto px-1 py-1">
      {choices.map(({ value, label, count }) => (
        <AddressLink
          key={value}
          to={href(changeTo(value))}
          replace
          aria-current={value === chosen ? "true" : undefined}
          className={cn(
            "inline-flex h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap md:h-9",
            value === chosen
              ? "border-ink bg-pine-soft font-semibold"
              : "border-line text-muted hover:border-line-strong hover:text-ink",
          )}
        >
          {label}
          {count === undefined ? null : <span className="tabular">{count}</span>}
        </AddressLink>
      ))}
    </nav>
  );
}
