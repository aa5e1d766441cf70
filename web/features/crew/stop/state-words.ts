import type { StopState } from "@api/pickups/runs";

export const STATE_WORDS: Record<StopState, string> = {
  waiting: "Waiting",
  on_way: "On the way",
  arrived: "Arrived",
  completed: "Done",
  failed: "Did not work out",
};
