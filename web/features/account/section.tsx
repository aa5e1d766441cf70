import { Card, CardTitle } from "@components/ui/card";
import { Skeleton } from "@components/ui/skeleton";
import type { ReactNode } from "react";

export interface SectionProps {
  id: string;
  title: string;
  /** One or two sentences on what it is for. */
  children?: ReactNode;
  about?: ReactNode;
  /** Shows grey lines in place of the content. */
  loading?: boolean;
}

/** One part of the account settings, which can be linked to. */
export function Section({ id, title, about, loading = false, children }: SectionProps) {
  return (
    <Card className="scroll-mt-24" id={id} role="region" aria-labelledby={`${id}-title`}>
      <div className="mb-4 grid gap-1">
        <CardTitle id={`${id}-title`} tabIndex={-1}>
          {title}
        </CardTitle>
        {about ? <p className="max-w-[62ch] text-muted">{about}</p> : null}
      </div>
      {loading ? (
        <div className="grid gap-3" role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-11 w-full max-w-sm" />
        </div>
      ) : (
        children
      )}
    </Card>
  );
}
