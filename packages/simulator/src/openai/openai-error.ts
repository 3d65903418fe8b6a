const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  429: "requests",
  500: "server_error",
  503: "server_error",
  504: "server_error",
  529: "server_error",
};

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  429: "rate_limit_exceeded",
  500: "server_error",
  529: "server_is_overloaded",
};

export type OpenAiErrorOptions = {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** An error as the OpenAI dialects answer it. */
export class OpenAiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: OpenAiErrorOptions = {}) {
    super(message);
    this.name = "OpenAiError";
    this.status = status;
    this.type = options.type ?? TYPE_OF_STATUS[status] ?? "invalid_request_error";
    this.code = options.code ?? CODE_OF_STATUS[status] ?? null;
    this.param = options.param ?? null;
    this.headers = options.headers ?? {};
  }
}

/** What stands in `error` of a body, or in an event of a stream. */
export function openAiErrorFields(error: OpenAiError): {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
} {
  return { message: error.message, type: error.type, param: error.param, code: error.code };
}

/** The refusal of a request that breaks a rule of the API. */
export function badParameter(param: string, message: string, code = "invalid_value"): OpenAiError {
  return new OpenAiError(400, message, { param, code });
}
