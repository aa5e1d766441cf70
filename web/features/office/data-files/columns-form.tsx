import type { ImportChoice, ImportShown } from "@api/commands.types";
import { importColumns, importKeys } from "@api/data-files";
import { Checkbox } from "@components/ui/checkbox";
import { FailedRead } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { NativeSelect } from "@components/ui/native-select";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

interface ColumnsFormProps {
  shown: ImportShown;
  choice: ImportChoice;
  onChoice: (choice: ImportChoice) => void;
}

const NONE = "none";
const DAYS = [
  { value: "day", label: "Day first: 21/04/2026" },
  { value: "month", label: "Month first: 04/21/2026" },
];

/** Which column of the file holds which field; what was found can be corrected. */
export function ColumnsForm({ shown, choice, onChoice }: ColumnsFormProps) {
  const { via, cacheKey } = useDataSession();
  const read = useQuery({
    queryKey: [...cacheKey, ...importKeys.columns(shown.id)],
    queryFn: () => importColumns(shown.id, via),
    ...untilReachable,
  });
  const { columns } = choice;
  const options = [
    { value: NONE, label: "Not in the file" },
    ...(read.data ?? []).map(({ heading, examples }, at) => ({
      value: String(at),
      label: `${heading || `Column ${at + 1}`}: ${examples.join(", ") || "empty"}`,
    })),
  ];
  function choose(name: string, value: string) {
    const { [name]: _, ...others } = columns;
    onChoice({
      ...choice,
      columns: value === NONE ? others : { ...others, [name]: Number(value) },
    });
  }
  const used = new Set(Object.values(columns));
  const unused = shown.headings.filter((heading, at) => heading && !used.has(at));
  if (read.error) {
    return (
      <FailedRead
        error={read.error}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      />
    );
  }
  if (!read.data) return <Skeleton className="h-64" />;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm text-muted">
        Choose the column of each field. What we recognized is chosen already.
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.fields.map(({ name, label, needed }) => (
          <Field key={name} label={label} required={needed}>
            <NativeSelect
              options={options}
              value={String(columns[name] ?? NONE)}
              onValueChange={(value) => choose(name, value)}
            />
          </Field>
        ))}
        {shown.kind === "customers" ? null : (
          <Field label="Dates such as 03/04/2026">
            <NativeSelect
              options={DAYS}
              value={choice.day_first ? "day" : "month"}
              onValueChange={(value) => onChoice({ ...choice, day_first: value === "day" })}
            />
          </Field>
        )}
      </div>
      {shown.kind === "customers" ? (
        <Checkbox
          label="Mail the new customers that they have an account"
          description="Without it the import mails no one."
          checked={choice.mails ?? false}
          onCheckedChange={(mails) => onChoice({ ...choice, mails })}
        />
      ) : null}
      {unused.length > 0 ? (
        <p className="text-sm text-muted wrap-anywhere">Not imported: {unused.join(", ")}.</p>
      ) : null}
    </fieldset>
  );
}
