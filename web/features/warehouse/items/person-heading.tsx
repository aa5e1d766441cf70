import type { StopFriend } from "@api/commands.types";

interface PersonHeadingProps {
  /** null: the stop's customer */
  friend: StopFriend | null;
  customer: string;
  items: number;
}

/** Whose the items below are, and where the crew picks them up. */
export function PersonHeading({ friend, customer, items }: PersonHeadingProps) {
  return (
    <h4 className="px-3 py-2 font-sans text-sm font-semibold wrap-anywhere">
      {friend?.name ?? customer}
      <span className="tabular font-normal text-muted">
        {" "}
        {items} {items === 1 ? "item" : "items"}
        {friend ? `. ${friend.room ?? `At ${customer}'s door`}` : ""}
        {friend?.contact_name || friend?.contact_phone
          ? `. ${[friend.contact_name, friend.contact_phone].filter(Boolean).join(", ")}`
          : ""}
      </span>
    </h4>
  );
}
