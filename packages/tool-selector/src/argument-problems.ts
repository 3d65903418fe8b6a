import type { ToolSpec } from "@cadre/domain";
import { z } from "zod";

const Schema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Parameter names of a tool, required ones starred: `{ path*, offset, limit }`. */
export function parameterList(spec: ToolSpec): string {
  const { properties, required } = Schema.parse(spec.parameters);
  const names = Object.keys(properties);
  const ordered = [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  return ordered.length === 0
    ? "no parameters: {}"
    : `{ ${ordered.map((name) => (required.includes(name) ? `${name}*` : name)).join(", ")} }`;
}

/** Says for each bad argument which one it is and what was expected, then how the call should look. */
export function argumentProblems(spec: ToolSpec, issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.map(
    (issue) => `- ${issue.path.length > 0 ? issue.path.join(".") : "arguments"}: ${issue.message}`,
  );
  return `${spec.name} was not run: its arguments are wrong.\n${lines.join("\n")}\nCall it again with ${parameterList(spec)} (* required).`;
}
