import type { StopState } from "@api/pickups/runs";

export const STATE_WORDS: Record<StopState, string> = {
  waiting: "Waiting",
  on_way: "On the way",
  arrived: "Arrived",
  completed: "Done",
  failed: "Did not work out",
};

/** The state of a run's stop for each status of Pickups. */
export const STATE_OF_STATUS = {
  scheduled: "waiting",
  in_progress: "on_way",
  completed: "completed",
} as const;
