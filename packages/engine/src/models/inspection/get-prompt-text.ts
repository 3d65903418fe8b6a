import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

export type PromptTextView = { readonly hash: string; readonly text: string };

/** The text of a section or a list of tools, by the hash that a receipt names. Fault: `prompt-text.not-found`. */
export async function getPromptText(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly hash: string },
): Promise<PromptTextView> {
  const [row] = await deps.database.query<PromptTextView>(
    "select hash, text from prompt_texts where organization_id = $1 and hash = $2",
    [actor.organizationId, input.hash],
  );
  if (row !== undefined) return row;
  throw new Fault("not-found", "prompt-text.not-found", {
    message: `No text was kept under the name ${input.hash}. Take the hash from a receipt of this organization.`,
  });
}
