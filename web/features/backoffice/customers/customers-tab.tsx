import type { Customer } from "@api/users";
import { type DataColumn, DataTable } from "@components/data-table";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/list-problem";
import { counted, Pager } from "@components/pager";
import { SearchBox } from "@components/search-box";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { EmptyState } from "@components/ui/empty-state";
import { useFailureToast } from "@lib/failure-toast";
import { idOf, type ParamChange, pageOf, useAddress } from "@lib/url-state";
import { useState } from "react";
import { Link } from "react-router";
import { CustomerDrawer } from "./customer-drawer";
import { useCustomers } from "./customers-query";
import { EditCustomerDialog } from "./edit-customer-dialog";

const FAILURE = "Could not load admin data. Please check your permissions.";

/** Marks a step of the history as made by a View button, so that closing goes back over it. */
const OPENED_HERE = { openedHere: true };

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
  const [edited, setEdited] = useState<Customer | null>(null);
  useFailureToast(error, "Fetch Error", FAILURE);

  const rows = data?.rows;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-xl">
        Customers{" "}
        <span
          aria-live="polite"
          className="tabular font-sans text-sm font-normal tracking-normal text-muted"
        >
          {data
            ? `${counted(data.count, "customer")}${search ? " found" : ""}`
            : error
              ? ""
              : "Counting"}
        </span>
      </h2>
      <SearchBox
        label="Search name, ID or email"
        value={search}
        onSearch={(q) => change({ q, page: null }, { replace: search !== "" })}
        className="sm:max-w-96"
      />
      {error ? (
        <ListProblem
          error={error}
          title="Fetch Error"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {FAILURE}
        </ListProblem>
      ) : null}
      {error && !data ? null : rows === null ? (
        <EmptyState
          scene={openBox}
          title={`There is no page ${page}.`}
          action={
            <Button asChild variant="secondary">
              <Link to={href({ page: null })}>To the first page</Link>
            </Button>
          }
        >
          The list is shorter than that.
        </EmptyState>
      ) : rows?.length === 0 ? (
        <EmptyState
          scene={openBox}
          title="No customers found."
          action={
            search ? (
              <Button variant="secondary" onClick={() => change({ q: null, page: null })}>
                Clear search
              </Button>
            ) : undefined
          }
        >
          {search ? "Nobody matches this search." : "Customers appear here when they sign up."}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Customers"
            columns={customerColumns(canView ? href : null, canEdit ? setEdited : null)}
            rows={rows}
            rowKey={({ id }) => id}
            stale={isPlaceholderData}
            pageKey={String(page)}
            minWidth="sm:min-w-[640px]"
          />
          <Pager page={page} count={data?.count ?? 0} label="Pages of customers" />
        </>
      )}
      {canView ? <CustomerDrawer id={idOf(params, "customer")} /> : null}
      <EditCustomerDialog customer={edited} onClose={() => setEdited(null)} />
    </div>
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
      width: "w-[34%]",
      title: true,
      cell: ({ full_name }) => full_name || "Not provided",
    },
    {
      id: "customer-id",
      header: "Customer ID",
      width: "w-[20%]",
      cell: ({ customer_id }) => <Code>{customer_id}</Code>,
    },
    {
      id: "email",
      header: "Email",
      width: "w-auto",
      cell: ({ email }) => (
        <span title={email ?? undefined} className="min-w-0 max-sm:wrap-anywhere">
          {email || "Not provided"}
        </span>
      ),
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
                <Link
                  to={href({ customer: customer.id })}
                  state={OPENED_HERE}
                  preventScrollReset
                  aria-label={`View ${name}`}
                >
                  View
                </Link>
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
