import { AddressLink } from "@components/lists/address-link";
import { cn } from "@lib/cn";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

interface SortLinkProps {
  now: "ascending" | "descending" | "none";
  href: string;
  children: string;
}

/** A column's name as the link that sorts by it, or turns its order round. */
export function SortLink({ now, href, children }: SortLinkProps) {
  const Icon = ICONS[now];
  return (
    <AddressLink
      to={href}
      className="group -mx-1.5 inline-flex h-9 items-center gap-1 rounded-md px-1.5 -outline-offset-1 hover:bg-sheet"
    >
      {children}
      <Icon
        aria-hidden="true"
        className={cn(
          "size-3.5",
          now === "none" && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
        )}
      />
    </AddressLink>
  );
}
