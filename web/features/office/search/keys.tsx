/** Keys to press, one after another where ">" is between them. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(">").map((key) => (
        <kbd
          key={key}
          className="rounded-md border border-line-strong bg-mist px-1.5 font-sans text-xs leading-5 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
