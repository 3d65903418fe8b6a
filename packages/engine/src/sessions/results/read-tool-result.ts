import type { Actor, CallOutcome } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { getSession } from "../get-session.ts";
import { readResult, SCREEN_PAGE } from "./read-result.ts";
import { type PlaceInText, type ResultPage, resultPage } from "./result-page.ts";

export type ToolResultView = Omit<ResultPage, "next"> & {
  readonly entryId: string;
  readonly callId: string;
  readonly name: string;
  readonly outcome: CallOutcome;
  readonly next: PlaceInText | null;
};

/** Some lines of a result for people. Faults: `session.not-found`, `session.result-not-found`, `session.result-missing`. */
export async function readToolResult(
  deps: Pick<EngineDeps, "database" | "blobs">,
  actor: Actor,
  input: PlaceInText & { readonly sessionId: string; readonly callId: string; readonly lines: number },
): Promise<ToolResultView> {
  const { id: sessionId } = await getSession(deps, actor, input);
  const { organizationId } = actor;
  const { entryId, entry, text } = await readResult(deps, { organizationId, sessionId, callId: input.callId });
  const page = resultPage(text, input, { ...SCREEN_PAGE, lines: input.lines });
  const { callId, name, outcome } = entry;
  return { ...page, entryId, callId, name, outcome, next: page.next ?? null };
}
