import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { isUnreachable } from "@lib/lists/list-query";
import type { ReactNode } from "react";

interface ListProblemProps {
  error: unknown;
  /** The failure in the product's words. */
  title: string;
  children?: ReactNode;
  onRetry: () => void;
  retrying: boolean;
}

/** Why a list is not there or not fresh: no server for now, or a refusal, in the same words. */
export function ListProblem({ error, ...problem }: ListProblemProps) {
  if (isUnreachable(error))
    return <ServerUnreachable title={problem.title}>{problem.children}</ServerUnreachable>;
  return <ErrorState {...problem} />;
}
