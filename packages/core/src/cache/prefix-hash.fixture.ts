import { createHash } from "node:crypto";
import type { ToolSpec } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { buildBundle } from "../build-bundle.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { givenTaskSession } from "../session-entries.fixture.ts";

const TOOLS: readonly ToolSpec[] = ["file_read", "file_write", "task_note"].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  parameters: { type: "object", properties: { path: { type: "string" } } },
}));

/** The bytes a provider caches before the history: tools, tier 1, tier 2. */
export function prefixHash(facts: PromptFacts, steps: number): string {
  const options = { tools: TOOLS, model: { windowTokens: 200_000 } };
  const bundle = buildBundle(facts, givenTaskSession(steps), options);
  if (bundle.kind !== "bundle") throw new Error(bundle.message);
  return createHash("sha256")
    .update(canonicalJson({ tools: bundle.tools, system: bundle.system }))
    .digest("hex");
}
