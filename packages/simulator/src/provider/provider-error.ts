import type Anthropic from "@anthropic-ai/sdk";

/** Error types of the wire; `request_too_large` is sent with 413 though the SDK's list leaves it out. */
type ProviderErrorType = Anthropic.ErrorObject["type"] | "request_too_large" | "conflict_error";

const TYPE_OF_STATUS: Readonly<Record<number, ProviderErrorType>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

export type ProviderErrorOptions = {
  readonly type?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** An error the simulated provider answers with: status, type, message and headers as they go on the wire. */
export class ProviderError extends Error {
  readonly status: number;
  readonly type: string;
  /** Whether the type was planned, and not taken from the status. */
  readonly hasOwnType: boolean;
  readonly errorCode: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: ProviderErrorOptions = {}) {
    super(message);
    this.name = "ProviderError";
    this.status = status;
    this.hasOwnType = options.type !== undefined;
    this.type = options.type ?? TYPE_OF_STATUS[status] ?? "api_error";
    this.errorCode = options.errorCode;
    this.headers = options.headers ?? {};
  }
}

/** The refusal of a request that breaks a rule of the API. */
export function invalidRequest(message: string): ProviderError {
  return new ProviderError(400, message);
}

/** The body of an error, in an HTTP answer or in an `error` event of a stream. */
export function errorBody(error: ProviderError, requestId: string): object {
  const details = error.errorCode === undefined ? {} : { details: { error_code: error.errorCode } };
  return {
    type: "error",
    error: { type: error.type, message: error.message, ...details },
    request_id: requestId,
  };
}
