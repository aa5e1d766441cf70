import type { Stop } from "@api/commands.types";

/** What a card can ask for; the line does it. */
export interface StopVerbs {
  onWay: (stop: Stop) => void;
  scan: (stop: Stop) => void;
  arrived: (stop: Stop) => void;
  complete: (stop: Stop) => void;
  fail: (stop: Stop) => void;
  takeBack: (stop: Stop) => void;
  changeDate: (stop: Stop) => void;
  ready: (stop: Stop, ready: boolean) => void;
  toEnd: (stop: Stop, end: "first" | "last") => void;
  typing: () => void;
  leave: () => void;
  number: (stop: Stop, number: number) => void;
}
