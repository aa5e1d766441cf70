import type { Change } from "./changes";

/** Each change with its value before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (!changes.length) return <p className="text-sm">Nothing differs from what holds today.</p>;
  return (
    <dl className="grid gap-3 rounded-2xl border border-line bg-mist px-4 py-3 text-sm">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
          <dt className="font-semibold">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {before ? <del className="text-muted">{before}</del> : null}
            <ins className="block no-underline">{after || "Empty"}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
