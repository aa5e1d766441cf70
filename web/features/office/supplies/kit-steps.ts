import type { KitDelivery } from "@api/commands.types";
import type { KitState } from "@api/pickups/supplies";
import type { BadgeTone } from "@components/ui/badge";
import { bookingCode } from "@lib/format/booking-code";

/** The way of a kit, in order; a failed delivery is at its end too. */
export const KIT_STATES: readonly KitState[] = [
  "requested",
  "packed",
  "out",
  "delivered",
  "failed",
];

/** What a state is called, and how it looks. */
export const STATE_WORDS: Record<KitState, { label: string; tone: BadgeTone }> = {
  requested: { label: "Requested", tone: "neutral" },
  packed: { label: "Packed", tone: "sky" },
  out: { label: "Out for delivery", tone: "pine" },
  delivered: { label: "Delivered", tone: "solid" },
  failed: { label: "Failed", tone: "brick" },
};

/** One tap, and where it leads. */
export interface KitStep {
  to: KitState;
  label: string;
}

const NEXT: Record<KitState, KitStep | null> = {
  requested: { to: "packed", label: "Pack" },
  packed: { to: "out", label: "Send out" },
  out: { to: "delivered", label: "Mark delivered" },
  failed: { to: "out", label: "Send out again" },
  delivered: null,
};
const PUT_BACK: KitStep = { to: "requested", label: "Put back on shelf" };

type Step = Pick<KitDelivery, "state" | "wanted">;

/** The one thing to do with a kit now; null when it is delivered. */
export function nextStep({ state, wanted }: Step): KitStep | null {
  return wanted ? NEXT[state] : PUT_BACK;
}

/** Other steps of a kit: steps skipped, the way back, and a failed delivery. */
export function otherSteps(kit: Step): KitStep[] {
  if (!kit.wanted) return [];
  const next = nextStep(kit)?.to;
  const here = KIT_STATES.indexOf(kit.state);
  return KIT_STATES.flatMap((to, place): KitStep[] => {
    if (to === kit.state || to === next) return [];
    if (to === "failed")
      return kit.state === "requested" ? [] : [{ to, label: "Delivery failed…" }];
    const words = STATE_WORDS[to].label.toLowerCase();
    return [{ to, label: place < here ? `Back to ${words}` : `Mark as ${words}` }];
  });
}

/** How many kits of a day are in each state. */
export function kitCounts(kits: readonly Pick<KitDelivery, "state">[]): Record<KitState, number> {
  const counts = { requested: 0, packed: 0, out: 0, delivered: 0, failed: 0 };
  for (const { state } of kits) counts[state] += 1;
  return counts;
}

/** Kits that the crew still has to deliver. */
export function onTheRun<Kit extends Step>(kits: readonly Kit[]): Kit[] {
  return kits.filter(({ state, wanted }) => wanted && state !== "delivered");
}

/** What a label says below the name: the customer's ID, or which booking of a guest. */
export function kitCode(kit: Pick<KitDelivery, "customer_id" | "booking_id">): string {
  return kit.customer_id ?? bookingCode(kit.booking_id);
}
