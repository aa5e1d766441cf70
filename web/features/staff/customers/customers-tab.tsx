import type { Customer } from "@api/users";
import { openBox } from "@components/illustration/scenes";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { EmptyState } from "@components/ui/empty-state";
import { type DataColumn, DataTable } from "@features/staff/data-table";
import { useFailureToast } from "@features/staff/failure-toast";
import { ListProblem } from "@features/staff/list-problem";
import { counted, Pager } from "@features/staff/pager";
import { SearchBox } from "@features/staff/search-box";
import { pageOf, useAddress } from "@features/staff/url-state";
import { useState } from "react";
import { Link } from "react-router";
import { useCustomers } from "./customers-query";
import { EditCustomerDialog } from "./edit-customer-dialog";

const FAILURE = "Could not load admin data. Please check your permissions.";

/** Everybody with a customer account, by name. Executives may correct what is stored. */
export function CustomersTab({ canEdit }: { canEdit: boolean }) {
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
            columns={customerColumns(canEdit ? setEdited : null)}
            rows={rows}
            rowKey={({ id }) => id}
            stale={isPlaceholderData}
            pageKey={String(page)}
            minWidth="sm:min-w-[640px]"
          />
          <Pager page={page} count={data?.count ?? 0} label="Pages of customers" />
        </>
      )}
      <EditCustomerDialog customer={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

function customerColumns(onEdit: ((customer: Customer) => void) | null): DataColumn<Customer>[] {
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
  if (!onEdit) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      width: "w-[6.5rem]",
      action: true,
      cell: (customer) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Edit ${customer.full_name || customer.customer_id}`}
          onClick={() => onEdit(customer)}
        >
          Edit
        </Button>
      ),
    },
  ];
}
