import { find, searchKeys } from "@api/customers/search";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MergeDialog, type MergedSide } from "./merge-dialog";

const MOST = 8;

export interface MergePickerProps {
  /** the customer that is looked at */
  customer: { id: string; name: string; email: string | null };
  onClose: () => void;
}

/** Finds the customer that is merged with the one that is looked at. */
export function MergePicker({ customer, onClose }: MergePickerProps) {
  const [search, setSearch] = useState("");
  const [other, setOther] = useState<MergedSide | null>(null);
  const { data } = useQuery({
    queryKey: searchKeys.of(search, MOST),
    queryFn: () => find(search, MOST),
    select: ({ customers }) => customers.filter(({ id }) => id !== customer.id),
    enabled: search.length > 1,
    retry: false,
    networkMode: "always",
  });
  if (other) {
    const own = {
      bookingId: null,
      userId: customer.id,
      name: customer.name,
      email: customer.email,
    };
    return <MergeDialog sides={[own, other]} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Merge with another customer"
        footer={
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SearchBox
            label="Search name, ID, email or phone"
            value={search}
            onSearch={(words) => setSearch(words.trim())}
          />
          {search.length > 1 && data?.length === 0 ? (
            <p className="text-sm">No other customer found.</p>
          ) : null}
          <ul className="grid gap-2">
            {data?.map(({ id, name, customer_id, email }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => setOther({ bookingId: null, userId: id, name, email })}
                  className="grid min-h-14 w-full gap-0.5 rounded-2xl border border-line-strong px-4 py-3 text-left text-sm wrap-anywhere hover:border-ink hover:bg-mist"
                >
                  <b className="font-semibold">{name}</b>
                  <span className="tabular text-xs text-muted">
                    {[customer_id, email].filter(Boolean).join(", ")}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </DialogContent>
    </Dialog>
  );
}
