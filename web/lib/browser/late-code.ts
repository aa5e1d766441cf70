import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { useEffect, useEffectEvent, useState } from "react";

/** Code that a page fetches apart from its first screen, and keeps. */
export interface LateCode<Code> {
  known: Code | null;
  load: () => Promise<Code>;
}

export function lateCode<Code>(fetchCode: () => Promise<Code>): LateCode<Code> {
  const late: LateCode<Code> = {
    known: null,
    load: async () => {
      late.known ??= await fetchCode();
      return late.known;
    },
  };
  return late;
}

/**
 * Return the code, or null until it is here: it comes after the first screen, at the latest when it
 * is `wanted`. `onFail` runs if it was wanted and did not come.
 */
export function useLateCode<Code>(
  late: LateCode<Code>,
  wanted: boolean,
  onFail: () => void,
): Code | null {
  const [, setArrived] = useState<object>();
  const code = late.known;
  const fail = useEffectEvent(onFail);
  useAfterFirstScreen(late.load);
  useEffect(() => {
    if (!wanted || code) return;
    let gone = false;
    late.load().then(
      () => gone || setArrived(late),
      () => gone || fail(),
    );
    return () => {
      gone = true;
    };
  }, [late, wanted, code]);
  return code;
}
