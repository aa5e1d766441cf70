import type { PartReturn } from "@api/commands.types";

/** How some of the items come back, as their owner reads it. */
export const WAYS: Record<
  PartReturn["way"],
  { label: string; description: string; verb: string; noun: string; done: string }
> = {
  collect: {
    label: "Collect",
    description: "At our warehouse",
    verb: "Book collection",
    noun: "Collection",
    done: "Collection Booked",
  },
  bring: {
    label: "Delivery",
    description: "To your door",
    verb: "Book delivery",
    noun: "Delivery",
    done: "Delivery Booked",
  },
  ship: {
    label: "Ship",
    description: "By carrier, for a quote",
    verb: "Ask for a price",
    noun: "Shipment",
    done: "Price Requested",
  },
};

/** What is going on with a part return. */
export const PART_STATES: Record<PartReturn["state"], string> = {
  asked: "We are working out the price",
  quoted: "Waiting for your answer",
  booked: "Booked",
  done: "Done",
  cancelled: "Cancelled",
};
