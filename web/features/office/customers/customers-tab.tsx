import type { Customer } from "@api/customers/users";
import { AddressLink } from "@components/lists/address-link";
import type { DataColumn } from "@components/lists/data-table";
import { counted, Pager } from "@components/lists/pager";
import { SearchBox } from "@components/lists/search-box";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { OPENED_HERE } from "@features/office/address-panel";
import { ListBody } from "@features/office/list-page";
import { EmailWords, fetchError, ListHeading } from "@features/office/list-parts";
import { useListSelection } from "@features/office/list-selection";
import { lateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { writtenPhone } from "@lib/forms/phone";
import { useFailureToast } from "@lib/lists/failure-toast";
import { idOf, type ParamChange, pageOf, useAddress } from "@lib/lists/url-state";
import { longCampus } from "@lib/site/campus-names";
import { useState } from "react";
import { Link } from "react-router";
import { CustomerDrawer } from "./customer-drawer";
import { useCustomers, useGuests } from "./customers-query";
import { EditCustomerDialog } from "./edit-customer-dialog";

const selectedCode = lateCode(() => import("./selected-customers"));
const NO_ROWS: readonly Customer[] = [];
const keyOf = ({ id }: Customer) => id;

interface CustomersTabProps {
  /** Executives may correct what is stored. */
  canEdit: boolean;
  /** The office sees a customer's whole file; the crew does not. */
  canView: boolean;
}

/** Everybody with a customer account, by name. */
export function CustomersTab({ canEdit, canView }: CustomersTabProps) {
  const { params, href, change } = useAddress();
  const page = pageOf(params);
  const search = params.get("q")?.trim() ?? "";
  const { data, error, refetch, isFetching, isPlaceholderData } = useCustomers(page, search);
  const { selection, column, code } = useListSelection(
    selectedCode,
    data?.rows ?? NO_ROWS,
    keyOf,
    canView,
  );
  const opened = idOf(params, "customer");
  const [edited, setEdited] = useState<Customer | null>(null);
  const failure = fetchError(error);
  useFailureToast(error, failure.title, failure.words);

  return (
    <div
      className={cn("grid grid-cols-[minmax(0,1fr)] gap-3", selection.rows.length > 0 && "pb-32")}
    >
      <ListHeading
        title="Customers"
        count={
          data
            ? `${counted(data.count, "customer")}${search ? " found" : ""}`
            : error
              ? ""
              : undefined
        }
      />
      <SearchBox
        label="Search name, ID, email or phone"
        value={search}
        onSearch={(q) => change({ q, page: null }, { replace: search !== "" })}
        className="sm:max-w-96"
      />
      <ListBody
        caption="Customers"
        columns={[
          ...(canView ? [column] : []),
          ...customerColumns(canView ? href : null, canEdit ? setEdited : null),
        ]}
        rows={data?.rows}
        rowKey={keyOf}
        stale={isPlaceholderData}
        page={page}
        pageKey={String(page)}
        minWidth="sm:min-w-[640px]"
        problem={{ error, ...failure, onRetry: () => void refetch(), retrying: isFetching }}
        empty={{
          title: "No customers found.",
          words: search
            ? "No customer matches this search."
            : "Customers appear here when they sign up.",
          action: search ? (
            <Button variant="secondary" onClick={() => change({ q: null, page: null })}>
              Clear search
            </Button>
          ) : undefined,
        }}
        pager={<Pager page={page} count={data?.count ?? 0} label="Pages of customers" />}
      />
      {code && canView ? (
        <code.SelectedCustomers selection={selection} search={search} count={data?.count ?? 0} />
      ) : null}
      <GuestBookings search={search} />
      {canView ? (
        <CustomerDrawer id={opened} known={data?.rows?.find(({ id }) => id === opened)} />
      ) : null}
      <EditCustomerDialog customer={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

/** Guests that fit the search, by their bookings: there is no account to open. */
function GuestBookings({ search }: { search: string }) {
  const { data } = useGuests(search);
  if (search.length < 2 || !data || data.length === 0) return null;
  return (
    <section aria-labelledby="guests-title" className="grid gap-2">
      <h3 id="guests-title" className="text-base">
        Guests without an account
      </h3>
      <ul className="grid gap-1.5">
        {data.map((one) => (
          <li key={one.id}>
            <Link
              to={`?tab=bookings&booking=${one.id}`}
              className="tabular flex min-h-11 flex-wrap items-center gap-x-4 rounded-2xl border border-line bg-sheet px-4 py-2 text-sm hover:border-ink"
            >
              <span className="font-semibold wrap-anywhere">{one.name}</span>
              <Code className="px-1.5 py-0 text-xs">{one.code}</Code>
              <span className="text-muted wrap-anywhere">
                {[
                  one.email,
                  one.phone && writtenPhone(one.phone),
                  one.campus && longCampus(one.campus),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <StatusBadge status={one.status} className="ml-auto" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function customerColumns(
  href: ((change: ParamChange) => string) | null,
  onEdit: ((customer: Customer) => void) | null,
): DataColumn<Customer>[] {
  const columns: DataColumn<Customer>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-[30%]",
      title: true,
      cell: ({ full_name }) => full_name || "Not provided",
    },
    {
      id: "customer-id",
      header: "Customer ID",
      width: "w-[9rem] xl:w-[20%]",
      cell: ({ customer_id }) => <Code>{customer_id}</Code>,
    },
    {
      id: "email",
      header: "Email",
      width: "w-auto",
      cell: ({ email }) => <EmailWords email={email || "Not provided"} />,
    },
  ];
  if (!(href || onEdit)) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      width: onEdit ? "w-[11rem]" : "w-[6.5rem]",
      action: true,
      cell: (customer) => {
        const name = customer.full_name || customer.customer_id;
        return (
          <div className="flex gap-1.5 *:flex-1 sm:justify-end sm:*:flex-none">
            {href ? (
              <Button asChild variant="secondary" size="sm">
                <AddressLink
                  to={href({ customer: customer.id })}
                  state={OPENED_HERE}
                  aria-label={`View ${name}`}
                >
                  View
                </AddressLink>
              </Button>
            ) : null}
            {onEdit ? (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Edit ${name}`}
                onClick={() => onEdit(customer)}
              >
                Edit
              </Button>
            ) : null}
          </div>
        );
      },
    },
  ];
}
