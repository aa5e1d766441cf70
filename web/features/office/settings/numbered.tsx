interface NumberedProps {
  children: string;
  /** what there are several of */
  of: string;
  place: number;
}

/** The label of a field in a list of alike ones: which of them it belongs to is read out. */
export function Numbered({ children, of, place }: NumberedProps) {
  return (
    <>
      {children}
      <span className="sr-only">
        {" "}
        of {of} {place + 1}
      </span>
    </>
  );
}
