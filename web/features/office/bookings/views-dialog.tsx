import { dropView, saveView } from "@api/bookings/saved-views";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { viewQuery } from "./bookings-view";
import { useSavedViews } from "./saved-views";

const schema = z.object({ name: filled("Please give the view a name.") });

/** Lists the saved views, and saves the list as it is now. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { via } = useDataSession();
  const [params] = useSearchParams();
  const queries = useQueryClient();
  const savedViews = useSavedViews();
  const { data, error } = useQuery(savedViews);
  const now = viewQuery(params);
  const change = useMutation({
    mutationFn: ({ name, query }: { name: string; query: string | null }) =>
      query === null ? dropView(name, via) : saveView(name, query, via),
    networkMode: "always",
    onSuccess: (views) => queries.setQueryData(savedViews.queryKey, views),
  });
  const { register, errorOf, onSubmit, reset } = useSchemaForm({
    schema,
    defaultValues: { name: "" },
    busy: change.isPending,
    onSend: ({ name }) => change.mutate({ name, query: now }, { onSuccess: () => reset() }),
  });
  const failed = change.error ?? error;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title="Views"
        description="Filters, order and columns under a name, on all your devices."
      >
        {failed ? (
          <div className="mb-4">
            <FormAlert tone="error">{toApiError(failed).message}</FormAlert>
          </div>
        ) : null}
        {data ? (
          data.length > 0 ? (
            <ul aria-label="Saved views" className="mb-5 grid gap-1">
              {data.map(({ name, query }) => (
                <li
                  key={name}
                  className="flex items-center gap-1 border-b border-dashed border-line last:border-b-0"
                >
                  <DialogClose asChild>
                    <Link
                      to={`?tab=bookings&${query}`}
                      aria-current={query === now ? "true" : undefined}
                      className="flex min-h-11 min-w-0 flex-1 items-center rounded-lg px-2 font-medium wrap-anywhere hover:bg-pine-soft aria-[current]:bg-pine-soft"
                    >
                      {name}
                    </Link>
                  </DialogClose>
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={`Delete view ${name}`}
                    onClick={() => change.mutate({ name, query: null })}
                  >
                    <X aria-hidden="true" />
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="mb-5 text-sm text-muted">
              No views yet. Filter the list as you like it, then keep it here.
            </p>
          )
        ) : error ? null : (
          <Skeleton late className="mb-5 h-24" />
        )}
        <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-2">
          <Field
            label="Name for the list as it is now"
            error={errorOf("name")}
            className="min-w-48 flex-1"
          >
            <Input maxLength={60} autoComplete="off" {...register("name")} />
          </Field>
          <Button type="submit" busy={change.isPending} className="mt-7">
            Save view
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
