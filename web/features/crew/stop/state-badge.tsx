import type { StopState } from "@api/pickups/runs";
import { Badge, type BadgeTone } from "@components/ui/badge";
import { STATE_WORDS } from "./state-words";

const TONES: Record<StopState, BadgeTone> = {
  waiting: "neutral",
  on_way: "tape",
  arrived: "sky",
  completed: "solid",
  failed: "brick",
};

/** How far a stop is, in the same words in Pickups and Runs. */
export function StateBadge({ state }: { state: StopState }) {
  return <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>;
}
