import { Fault } from "@cadre/shared";
import type { EngineToolContext } from "../../engine-tool-context.ts";

/** The session that the run of a tool's call works in. Fault: `session.not-found` for a run without one. */
export async function sessionOfRun({ deps, actor, runId }: EngineToolContext): Promise<string> {
  const [run] = await deps.database.query<{ sessionId: string | null }>(
    "select session_id from runs where id = $1 and organization_id = $2",
    [runId, actor.organizationId],
  );
  if (typeof run?.sessionId === "string") return run.sessionId;
  throw new Fault("not-found", "session.not-found", {
    message: "This work has no session, so there are no results in it.",
  });
}
