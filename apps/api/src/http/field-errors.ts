import type { z } from "zod";

export type FieldError = { readonly field: string; readonly message: string };

type Issue = z.core.$ZodIssue;

/** The problems of one part of a request, each named by its field. `place` is `path`, `query`, or empty for the body. */
export function fieldErrors(issues: readonly Issue[], place: string): FieldError[] {
  return issues.flatMap((issue) => errorsOf(issue, place === "" ? [] : [place]));
}

function errorsOf(issue: Issue, before: readonly string[]): FieldError[] {
  const path = [...before, ...issue.path.map(String)];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "there is no such field" }));
  }
  if (issue.code === "invalid_union") {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== undefined) return nearest.flatMap((inner) => errorsOf(inner, path));
  }
  return [{ field: path.join(".") || "(body)", message: clauseOf(issue) }];
}

/** Of several forms, the one that the value comes nearest to: fewest problems, and among those the deepest. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const score = (branch: readonly Issue[]): number =>
    branch.length * 100 - Math.max(...branch.map(({ path }) => path.length));
  return branches.filter((branch) => branch.length > 0).toSorted((one, other) => score(one) - score(other))[0];
}

/** What is wrong, as a clause that stands behind a field's name. */
function clauseOf(issue: Issue): string {
  return wordsFor(issue).replace(/\.$/, "");
}

function wordsFor(issue: Issue): string {
  if (issue.code === "too_big") return limitClause(issue.origin, `at most ${count(issue.maximum)}`);
  if (issue.code === "too_small") return limitClause(issue.origin, `at least ${count(issue.minimum)}`);
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return "is missing";
  if (issue.code === "invalid_type" && issue.expected === "number") return "must be a number";
  if (issue.code === "invalid_type" && issue.expected === "int") return "must be a whole number";
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
}

function limitClause(origin: string, limit: string): string {
  if (origin === "string") return `must have ${limit} characters`;
  return origin === "array" ? `must have ${limit} items` : `must be ${limit}`;
}

function count(limit: number | bigint): string {
  return limit < 1_000 ? String(limit) : String(limit).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
