import type { ScanResult } from "./scanner";

/** A code without the right check character, or of something else. */
export const NO_LABEL: ScanResult = {
  tone: "wrong",
  words: "This is no label of ours. Scan it again.",
};
