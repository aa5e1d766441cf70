import { Button } from "@components/ui/button";
import { LateMenu } from "@components/ui/late-menu";
import { useAddress } from "@lib/lists/url-state";
import { Columns3 } from "lucide-react";
import { allColumns, type BookingListKind } from "./booking-lists";
import { type BookingsView, columnsOf } from "./bookings-view";

interface ColumnsMenuProps {
  list: BookingListKind;
  view: BookingsView;
}

/** Which columns the list shows; the address says it, so that a view keeps them. */
export function ColumnsMenu({ list, view }: ColumnsMenuProps) {
  const { change } = useAddress();
  const visibleIds = columnsOf(view, list).map(({ id }) => id);
  const own = list.columns.map(({ id }) => id).join();
  const choose = (ids: readonly string[]) =>
    change({ cols: ids.join() === own && !view.returns ? null : ids.join() }, { replace: true });
  return (
    <LateMenu
      modal={false}
      className="max-h-[70dvh] overflow-y-auto"
      trigger={
        <Button variant="secondary" className="max-sm:hidden">
          <Columns3 aria-hidden="true" />
          Columns
        </Button>
      }
    >
      {({ DropdownMenuCheckboxItem }) =>
        allColumns(list).map(({ id, header, title }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={visibleIds.includes(id)}
            // Whose booking it is stays.
            disabled={title ?? false}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(on) => {
              const ids = allColumns(list).map((one) => one.id);
              choose(ids.filter((one) => (one === id ? on : visibleIds.includes(one))));
            }}
          >
            {header}
          </DropdownMenuCheckboxItem>
        ))
      }
    </LateMenu>
  );
}
