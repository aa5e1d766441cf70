/** Asks the person in front of the screen for a second step; true once it was shown. */
type AskForFactor = (storageKey: string) => Promise<boolean>;

/** What the server says if a request needs a recent second step. */
const DETAILS = "recent_factor_needed";

let ask: AskForFactor | null = null;

/** Lets a page ask for second steps. Returns the way to stop. */
export function onStepUp(asking: AskForFactor): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/** Whether an answer required a second step, and the session's user has passed it since. */
export async function steppedUp(answer: Response, storageKey: string): Promise<boolean> {
  if (answer.status !== 403 || !ask) return false;
  const refusal: { details?: unknown } = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return refusal.details === DETAILS && (await ask(storageKey));
}
