import type { Problem } from "@cadre/contracts";
import type { Answer, Route, Sent } from "./endpoint-types.ts";
import { ApiProblem, UNREACHABLE } from "./problem.ts";
import { randomId } from "./random-id.ts";
import { readFloor } from "./read-floor.ts";
import { reportSignedOut } from "./signed-out.ts";

export const API_ROOT = "/api/v1";

type Parts = {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly version?: number | undefined;
};

/** How often a call is sent when nothing answers. The same Idempotency-Key goes along, so that it is done once. */
const ATTEMPTS = 3;
const PAUSE_MS = 400;

/**
 * Calls an endpoint, named by its method and path; types come from its contract. Throws `ApiProblem`: what the API said, or
 * `network.unreachable` after some attempts.
 */
export function call<R extends Route>(route: R, sent: Sent<R>, signal?: AbortSignal): Promise<Answer<R>>;
export async function call(route: string, sent: Parts, signal?: AbortSignal): Promise<unknown> {
  const response = await send(route, sent, signal);
  return response.status === 204 ? undefined : response.json();
}

/** Like `call`, for an endpoint that answers with bytes. */
export function callRaw<R extends Route>(route: R, sent: Sent<R>, signal?: AbortSignal): Promise<Response>;
export function callRaw(route: string, sent: Parts, signal?: AbortSignal): Promise<Response> {
  return send(route, sent, signal);
}

async function send(route: string, parts: Parts, signal?: AbortSignal): Promise<Response> {
  const [method = "GET", path = "/"] = route.split(" ");
  const request: RequestInit = {
    method,
    headers: headersOf(method, parts),
    credentials: "same-origin",
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const noteAnswer = readFloor.noteRequest();
    try {
      const response = await fetch(addressOf(path, parts), request);
      noteAnswer(response.headers.get("cadre-position"));
      return await answerOf(response, attempt);
    } catch (error) {
      if (error instanceof ApiProblem || signal?.aborted === true) throw error;
      if (attempt >= ATTEMPTS) throw unreachable(attempt);
      await pause(PAUSE_MS * attempt);
    }
  }
}

/** The address of an endpoint below this origin, parameters and query filled in. */
export function addressOf(path: string, { params, query }: Parts): string {
  const values = Object.entries(params ?? {});
  const filled = values.reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return `${API_ROOT}${filled}${text === "" ? "" : `?${text}`}`;
}

function headersOf(method: string, { body, version }: Parts): Record<string, string> {
  return {
    accept: "application/json",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(method === "POST" ? { "idempotency-key": randomId() } : {}),
    ...(version === undefined ? {} : { "if-match": `"${version}"` }),
  };
}

async function answerOf(response: Response, attempts: number): Promise<Response> {
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (response.status === 401) reportSignedOut();
  // Removed from the last organization of theirs: there is nothing left to see.
  if (problem.code === "sign-in.no-organization") reportSignedOut(problem.detail);
  throw new ApiProblem(problem, { requestId: response.headers.get("x-request-id"), attempts });
}

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  if (response.headers.get("content-type")?.includes("json") === true) return JSON.parse(text) as Problem;
  // A proxy in between speaks its own language.
  return {
    type: "about:blank",
    title: response.statusText,
    status: response.status,
    code: "network.foreign-answer",
    detail: `Something between here and Cadre answered ${response.status} in its place.`,
  };
}

function unreachable(attempts: number): ApiProblem {
  const problem = {
    type: "about:blank",
    title: "Unreachable",
    status: 0,
    code: UNREACHABLE,
    detail: "Cadre does not answer.",
  };
  return new ApiProblem(problem, { requestId: null, attempts });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
