import { paymentKeys, statement } from "@api/customers/payments";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

/** The customer's own plan and money. */
export function useOwnStatement(userId: string) {
  return useQuery({
    queryKey: paymentKeys.statement(userId),
    queryFn: () => statement(),
    ...untilReachable,
  });
}
