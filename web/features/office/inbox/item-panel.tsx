import { claimKeys, claimToDecide, claimToPay } from "@api/customers/claims";
import { conversationKeys, readConversation } from "@api/customers/conversations";
import { feeKeys, waitingFee } from "@api/customers/fees";
import { paymentKeys, unmatchedTransfer } from "@api/customers/payments";
import { matchKeys, waitingMatch } from "@api/customers/price-match";
import type { InboxItem } from "@api/inbox";
import { custodyKeys, itemCases } from "@api/pickups/custody";
import { dateWish, needsPerson, pickupKeys } from "@api/pickups/pickups";
import { runKeys, stopCase } from "@api/pickups/runs";
import { CountCasePanel } from "@features/crew/pickups/dates/count-case";
import { Wish } from "@features/crew/pickups/dates/wish-list";
import { StopCasePanel } from "@features/crew/runs/stop-case";
import { ClaimCreditPanel } from "@features/office/claims/claim-credit";
import { ClaimPanel } from "@features/office/claims/claim-panel";
import { ConversationPanel } from "@features/office/conversations/conversation-panel";
import { FeePanel } from "@features/office/payments/fee-panel";
import { PriceMatchPanel } from "@features/office/payments/price-match-panel";
import { TransferPanel } from "@features/office/payments/transfer-panel";
import { ScanCasePanel } from "@features/warehouse/items/scan-case";
import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailedMessage } from "./failed-message";
import { ItemPlaceholder } from "./item-placeholder";

const POLL_MS = 30_000;

interface ItemPanelProps {
  item: InboxItem;
  onDone: () => void;
}

/** What is known of an item, and how it is decided. */
export function ItemPanel({ item, onDone }: ItemPanelProps) {
  const { kind, id, may_decide: mayDecide } = item;
  switch (kind) {
    case "conversation":
      return (
        <ReadOne queryKey={conversationKeys.one(id)} read={() => readConversation(id)}>
          {(one) => <ConversationPanel one={one} onDone={onDone} />}
        </ReadOne>
      );
    case "claim":
      return (
        <ReadOne queryKey={claimKeys.waiting(id)} read={() => claimToDecide(id)}>
          {(one) => <ClaimPanel one={one} onDone={onDone} />}
        </ReadOne>
      );
    case "claim_credit":
      return (
        <ReadOne queryKey={claimKeys.toPay(id)} read={() => claimToPay(id)}>
          {(one) => <ClaimCreditPanel one={one} mayPay={mayDecide} onDone={onDone} />}
        </ReadOne>
      );
    case "fee":
    case "dispute":
      return (
        <ReadOne queryKey={feeKeys.waiting(id)} read={() => waitingFee(id)}>
          {(fee) => <FeePanel fee={fee} mayDecide={mayDecide} onDone={onDone} />}
        </ReadOne>
      );
    case "price_match":
      return (
        <ReadOne queryKey={matchKeys.waiting(id)} read={() => waitingMatch(id)}>
          {(match) => <PriceMatchPanel match={match} onDone={onDone} />}
        </ReadOne>
      );
    case "date_change":
      return (
        <ReadOne queryKey={pickupKeys.wish(id)} read={() => dateWish(id)}>
          {(wish) => <Wish wish={wish} onDone={onDone} />}
        </ReadOne>
      );
    case "count":
      return (
        <ReadOne
          queryKey={[...pickupKeys.needsPerson, id]}
          read={async () => (await needsPerson(id)).open[0]}
        >
          {(one) => <CountCasePanel one={one} mayDecide={mayDecide} onDone={onDone} />}
        </ReadOne>
      );
    case "stop":
      return (
        <ReadOne queryKey={runKeys.case(id)} read={() => stopCase(id)}>
          {(one) => <StopCasePanel one={one} mayDecide={mayDecide} onDone={onDone} />}
        </ReadOne>
      );
    case "scan":
      return (
        <ReadOne
          queryKey={[...custodyKeys.cases, id]}
          read={async () => (await itemCases(id)).open[0]}
        >
          {(one) => <ScanCasePanel one={one} mayDecide={mayDecide} onDone={onDone} />}
        </ReadOne>
      );
    case "transfer":
      return (
        <ReadOne queryKey={paymentKeys.transfer(id)} read={() => unmatchedTransfer(id)}>
          {(one) => <TransferPanel one={one} onDone={onDone} />}
        </ReadOne>
      );
    case "failed_message":
      return <FailedMessage item={item} onDone={onDone} />;
    default:
      return null;
  }
}

interface ReadOneProps<Row> {
  queryKey: QueryKey;
  read: () => Promise<Row | undefined>;
  children: (row: Row) => ReactNode;
}

/** Reads the row of an item; it stays on the screen while a person types. */
function ReadOne<Row extends object>({ queryKey, read, children }: ReadOneProps<Row>) {
  const query = useQuery({
    queryKey,
    queryFn: async () => (await read()) ?? null,
    retry: false,
    networkMode: "always",
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  return query.data ? children(query.data) : <ItemPlaceholder query={query} />;
}
