import type { Problem } from "./generated/schemas.ts";

/** The API said no. Branch on `code`; `message` is for people. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly status: number;
  readonly code: string;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
  }
}

/** The problem of an answer that is no success, also when something between us and the API answered in other words. */
export async function problemIn(response: Response): Promise<ProblemError> {
  const text = await response.text();
  const parsed = parse(text);
  if (isProblem(parsed)) return new ProblemError(parsed);
  return new ProblemError({
    type: "about:blank",
    title: response.statusText,
    status: response.status,
    code: "client.no-problem-document",
    detail: `The API answered ${response.status} without saying why: ${text.slice(0, 200)}`,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "detail" in value && "status" in value;
}
