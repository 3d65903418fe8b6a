import type { Problem } from "@cadre/contracts";
import { beginning, safeText } from "../text/safe-text.ts";

/** A call that failed: what the API said, or that it said nothing. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: Problem;
  readonly requestId: string | null;
  /** How often it was sent. */
  readonly attempts: number;

  constructor(problem: Problem, sent: { readonly requestId: string | null; readonly attempts: number }) {
    super(problem.detail);
    this.problem = problem;
    this.requestId = sent.requestId;
    this.attempts = sent.attempts;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** What no server said: nothing answers at the address. */
export const UNREACHABLE = "network.unreachable";

function isApiProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem;
}

export function problemCode(error: unknown): string | undefined {
  return isApiProblem(error) ? error.code : undefined;
}

/** Whether somebody else changed it first. */
export function isOvertaken(error: unknown): boolean {
  return isApiProblem(error) && error.problem.status === 412;
}

/** The error of one field of a form, or of the whole form for the empty name. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!isApiProblem(error)) return undefined;
  const errors = error.problem.errors ?? [];
  if (field === "") return errors.length === 0 ? sentence(error.problem.detail) : undefined;
  const found = errors.find((each) => each.field === field)?.message;
  return found === undefined ? undefined : sentence(found.charAt(0).toUpperCase() + found.slice(1));
}

/** What is said about a failure is a sentence or two. What is longer quotes something, and its beginning tells what. */
const MOST_SENTENCE_CHARS = 1_000;

/** A failure may quote whatever was sent: it is made safe, and as short as a sentence, before anybody shows it. */
function sentence(text: string): string {
  const { text: shown, leftOut } = beginning(text, MOST_SENTENCE_CHARS);
  return `${safeText(shown)}${leftOut > 0 ? "…" : ""}`;
}

export type Explanation = {
  readonly happened: string;
  readonly tried: string | undefined;
  readonly remedy: string | undefined;
};

/** A failure in sentences for a person. The API's own sentences already say what to do. */
export function explainProblem(error: unknown): Explanation {
  if (!isApiProblem(error)) {
    return {
      happened: "Something broke in the dashboard itself.",
      tried: error instanceof Error ? sentence(error.message) : undefined,
      remedy: "Reload the page. If it happens again, report it with the text above.",
    };
  }
  const tried = error.attempts > 1 ? `Tried ${error.attempts} times.` : undefined;
  if (error.code === UNREACHABLE) {
    return {
      happened: "Cadre does not answer.",
      tried,
      remedy: "Look whether it still runs (npm start) and whether you are connected. Nothing was lost.",
    };
  }
  const remedy = REMEDIES[error.problem.status];
  const request =
    error.problem.status >= 500 && error.requestId !== null
      ? ` Its log names request ${sentence(error.requestId)}.`
      : "";
  const happened = sentence(error.problem.detail);
  return { happened, tried, remedy: remedy === undefined ? undefined : `${remedy}${request}` };
}

const REMEDIES: Readonly<Record<number, string>> = {
  412: "Somebody changed it meanwhile. Look at it as it is now, then do it again.",
  429: "Wait a moment, then try again.",
  500: "Try again; it is done once at most.",
  503: "Try again in a moment.",
};
