import type { Commands } from "@api/commands.types";
import type { Database } from "@api/database.types";
import { ApiError } from "@api/errors";
import { accessToken, renewedToken, SESSION_STORAGE_KEY } from "@lib/auth/client";
import { steppedUp } from "@lib/auth/step-up";
import { anonKey, restUrl } from "@lib/site/config";
import { PostgrestClient } from "@supabase/postgrest-js";

export type Rest = PostgrestClient<Database>;

const clients = new Map<string, Rest>();

/**
 * The data client that speaks for the session under `storageKey` (the main one by default).
 * Each request waits for that session, so a signed-in user never goes out as anonymous.
 * It sends nothing again by itself: that would hide for seconds that the server is away.
 */
export function rest(storageKey: string = SESSION_STORAGE_KEY): Rest {
  const known = clients.get(storageKey);
  if (known) return known;
  const client: Rest = new PostgrestClient<Database>(restUrl(), {
    fetch: (input, init) => authorized(storageKey, input, init),
    retry: false,
  });
  clients.set(storageKey, client);
  return client;
}

/**
 * A request of another door of the product's, for the session under `storageKey`.
 * @throws ApiError with status 0 when the server was not reached, and as it refused otherwise.
 */
export async function asked(
  path: string,
  init: RequestInit = {},
  storageKey: string = SESSION_STORAGE_KEY,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await authorized(storageKey, `${window.location.origin}${path}`, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, "", publicMessage("", 0));
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  throw new ApiError(
    answer.status,
    told.code ?? "",
    publicMessage(told.message ?? "", answer.status),
    null,
    null,
    told.retry_after,
  );
}

async function authorized(
  storageKey: string,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const token = await accessToken(storageKey);
  const send = (bearer: string | null) => {
    const headers = new Headers(init?.headers);
    headers.set("apikey", anonKey());
    headers.set("authorization", `Bearer ${bearer ?? anonKey()}`);
    return fetch(input, { ...init, headers });
  };
  const answer = await send(token);
  // Refused before anything was done, so that it may be sent again.
  if (await steppedUp(answer, storageKey)) return send(await accessToken(storageKey));
  if (answer.status >= 429 && answer.headers.has("retry-after")) return withWait(answer);
  if (answer.status !== 401 || token === null) return answer;
  // Refused before anything was done, so that it may be sent again.
  const next = await renewedToken(storageKey);
  return next === null || next === token ? answer : send(next);
}

/** A refusal with the wait that it asks for among its words: postgrest-js hands on no headers. */
async function withWait(answer: Response): Promise<Response> {
  const told: object = await answer
    .clone()
    .json()
    .catch(() => ({}));
  const retry_after = Number(answer.headers.get("retry-after")) || 0;
  return Response.json({ ...told, retry_after }, answer);
}

interface Refusal {
  message: string;
  code: string;
  hint: string | null;
  details?: unknown;
  retry_after?: number;
}

interface Answer<T> {
  data: T | null;
  error: Refusal | null;
  status: number;
}

/**
 * The data of an answer.
 * @throws ApiError when the request was refused or the server was not reached.
 */
export async function dataOf<T>(request: PromiseLike<Answer<T>>): Promise<T> {
  const { data, error, status } = await request;
  if (error)
    throw new ApiError(
      status,
      error.code ?? "",
      publicMessage(error.message, status),
      error.hint,
      error.details,
      error.retry_after,
    );
  return data as T;
}

export type CommandName = keyof Commands;
export type Arguments<Name extends CommandName> = Commands[Name]["arguments"];
/** What a command answers; one without an answer (204) gives nothing. */
export type Result<Name extends CommandName> = [Commands[Name]["result"]] extends [null]
  ? undefined
  : Commands[Name]["result"];

/**
 * The answer of `rpc/{name}` to named arguments.
 * @throws ApiError as `dataOf` does.
 */
export function command<Name extends CommandName>(
  name: Name,
  given: Arguments<Name>,
  via: Rest = rest(),
): Promise<Result<Name>> {
  return dataOf<unknown>(via.rpc(name, given)) as Promise<Result<Name>>;
}

/** The same for a command that only reads, by GET: a cache may answer. */
export function readCommand<Name extends CommandName>(
  name: Name,
  given: Arguments<Name>,
  via: Rest = rest(),
): Promise<Result<Name>> {
  return dataOf<unknown>(via.rpc(name, given, { get: true })) as Promise<Result<Name>>;
}

function publicMessage(message: string, status: number): string {
  return status === 0 ? "We can't reach the server." : message || "An unexpected error occurred";
}
