import {
  type Arguments,
  type CommandName,
  dataOf,
  type Rest,
  type Result,
  rest,
} from "@api/client";
import { ApiError } from "@api/errors";

/** How long a screen that is worked at waits: a phone that lost its network may never be told. */
export const PATIENCE_MS = 10_000;

/** Pauses before what was answered with 503 is sent again: a host that died is left out by then. */
const AGAIN_MS = [1_000, 2_000];

/**
 * The answer to what is sent under an Idempotency-Key. The proxy sends nothing twice that a host
 * broke off, and the server asks for a moment while its database changes hands: neither is told to
 * whoever presses once.
 * @throws ApiError as `dataOf` does; 503 only where it stays.
 */
export async function again<T>(send: () => Promise<T>): Promise<T> {
  for (const pause of AGAIN_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return send();
}

/** Keys whose request was refused for certain: the server repeats the refusal, so ask under another. */
const refused = new Set<string>();

/**
 * The answer of `rpc/{name}` to a command that may be sent again under its key: it happens once, and
 * the repeat is answered as the first was (`Idempotency-Key`). No answer in time is no server.
 * @throws ApiError as `dataOf` does.
 */
export function commandOnce<Name extends CommandName>(
  name: Name,
  given: Arguments<Name>,
  key: string,
  via: Rest = rest(),
  patience: number = PATIENCE_MS,
): Promise<Result<Name>> {
  const call = via.rpc(name, given).setHeader("Idempotency-Key", key);
  const answer = dataOf<unknown>(call.abortSignal(AbortSignal.timeout(patience)));
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && !error.unreachable) refused.add(key);
    throw error;
  }) as Promise<Result<Name>>;
}

/** The keys of one form: pressed again after a lost answer, it sends what it sent under its key. */
export interface OnceKeys {
  keyFor: (given: unknown) => string;
  /** It is done: the same again is meant. */
  done: () => void;
}

/** Keys for a form that is open: `const [keys] = useState(onceKeys)`. */
export function onceKeys(): OnceKeys {
  let [text, key] = ["", ""];
  return {
    keyFor(given) {
      const now = JSON.stringify(given);
      if (now !== text || refused.has(key)) [text, key] = [now, crypto.randomUUID()];
      return key;
    },
    done() {
      text = "";
    },
  };
}
