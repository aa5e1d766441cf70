/** A refused or failed request, in one form for every noun. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  /** what a program may read of it, such as the amount that is true now */
  readonly details: unknown;
  /** seconds that the answer asks to wait (`Retry-After`); 0 where it does not say */
  readonly retryAfter: number;

  constructor(
    status: number,
    code: string,
    message: string,
    hint: string | null = null,
    details: unknown = null,
    retryAfter = 0,
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /** True when trying again later may help: no connection, or the server is busy or restarting. */
  get unreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** True when the same request may do by itself in a while: it was not refused for what it says. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Anything thrown as an ApiError, so that pages have one thing to show. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { message, status, code } = (error ?? {}) as Record<string, unknown>;
  return new ApiError(
    typeof status === "number" ? status : 0,
    typeof code === "string" ? code : "unknown",
    typeof message === "string" && message ? message : "An unexpected error occurred",
  );
}

/** Why a step was not taken: the server's words, or that it was not reached. */
export function stepFailure(error: unknown): string {
  const { unreachable, message } = toApiError(error);
  return unreachable
    ? "We can't reach the server. Nothing was changed; please try again."
    : message;
}
