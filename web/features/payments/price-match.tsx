import type { PriceMatch } from "@api/commands.types";
import { matchKeys, ownMatches } from "@api/customers/price-match";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { ShownFile } from "@components/files/shown-file";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";

const loadDialog = async () => ({
  default: (await import("./price-match-dialog")).PriceMatchDialog,
});
const PriceMatchDialog = lazy(loadDialog);

/** 'Price match': show a rival's quote, and see what our staff decided. */
export function PriceMatches({ userId }: { userId: string }) {
  const own = useQuery({
    queryKey: matchKeys.own(userId),
    queryFn: () => ownMatches(),
    ...untilReachable,
  });
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // If this fails, the button loads it again.
    loadDialog().catch(() => {});
  }, []);
  const waits = own.data?.some(({ answer }) => answer === null) ?? false;
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <CardTitle>Price match</CardTitle>
          <p className="max-w-[60ch] text-sm text-muted">
            {waits
              ? "We are looking at your quote."
              : "Do you have a lower written quote for the same storage? Show it to us. Our staff decide. If they agree, you get the difference as credit."}
          </p>
        </div>
        <Button
          variant="secondary"
          disabled={waits || !(own.data || own.error)}
          onClick={() => {
            setOpened(true);
            setAsking(true);
          }}
        >
          Show us a quote
        </Button>
      </div>
      {own.error && !own.data ? (
        <p className="text-sm text-brick-text">{toApiError(own.error).message}</p>
      ) : null}
      {own.data && own.data.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {own.data.map((one) => (
            <MatchRow key={one.id} match={one} />
          ))}
        </ul>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <PriceMatchDialog userId={userId} open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function MatchRow({ match }: { match: PriceMatch }) {
  const { rival, quoted_cents, credit_cents, answer, picture_id, media_type } = match;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold wrap-anywhere">
          {rival}, {formatCents(quoted_cents)}
        </p>
        {answer ? <p className="text-sm text-muted wrap-anywhere">{answer}</p> : null}
        <ShownFile
          id={picture_id}
          load={fileOf}
          mediaType={media_type}
          words={`Quote of ${rival}`}
        />
      </div>
      {credit_cents === null ? (
        <Badge tone="tape">Waiting</Badge>
      ) : credit_cents > 0 ? (
        <Badge tone="pine">{formatCents(credit_cents)} credit</Badge>
      ) : (
        <Badge tone="outline">Declined</Badge>
      )}
    </li>
  );
}
