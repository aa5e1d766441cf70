import { untilReachable } from "@lib/lists/list-query";
import { useState } from "react";

/** Query options for the price of a choice: read for each choice anew, until the server answers. */
export const priceReading = { ...untilReachable, staleTime: 0, gcTime: 0 } as const;

interface Price {
  /** cents */
  fee_cents: number;
  /** only a request: nothing is done yet */
  request?: boolean;
}

interface PriceRead {
  data: Price | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<{ data: Price | undefined }>;
}

/**
 * The price that a form is sent for. A button is off only until the first answer: where there was
 * none a press asks again, and goes on where it finds just what the button says already, nothing
 * to pay. Anything else is shown first and needs a second press.
 *
 * @param read the query of the price, with `priceReading`
 * @param refused the price in cents that a refusal named since; it is the newer one
 */
export function usePrice(read: PriceRead, refused?: number | null) {
  const [asking, setAsking] = useState(false);
  const fee = refused ?? read.data?.fee_cents;

  async function agreed(): Promise<number | undefined> {
    if (fee !== undefined) return fee;
    setAsking(true);
    const { data } = await read.refetch();
    setAsking(false);
    return data?.fee_cents === 0 && !data.request ? 0 : undefined;
  }

  return {
    fee,
    /** the first answer is still on its way */
    waits: !read.isError && (fee === undefined || read.isFetching),
    /** a press asks again now */
    asking,
    /** what may be paid without another press, in cents; undefined where there is no such price */
    agreed,
  };
}
