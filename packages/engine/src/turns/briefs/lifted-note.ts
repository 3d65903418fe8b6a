import { describedAs, renderLifted } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import type { ClaimedRun } from "../../runs/claimed-run.ts";
import { readTaskBrief } from "./read-task-brief.ts";

type Reads = Pick<EngineDeps, "database">;

type LiftRow = {
  readonly note: string | null;
  readonly actorKind: Actor["kind"];
  readonly actorName: string | null;
  readonly blockedAt: Date | null;
};

/**
 * The note for a run that a lifted block started, in a session that an earlier run wrote in; undefined when the topic stands there
 * already. A brief is written once in a round: a description that was edited since is in the note, which then survives every cut.
 */
export async function liftedNote(
  deps: Reads,
  claim: ClaimedRun,
  about: {
    readonly topic: string;
    readonly sessionId: string;
    readonly unknownCalls: readonly { readonly name: string; readonly what: string }[];
  },
): Promise<{ readonly text: string; readonly isPinned: boolean } | undefined> {
  const { taskId } = claim;
  if (taskId === undefined || claim.kind !== "task") return undefined;
  const lift = await readLift(deps, claim, about);
  if (lift === undefined) return undefined;
  const { blockedAt } = lift;
  const brief = await readTaskBrief(deps, taskId, { workspace: "", handOff: undefined });
  const { description } = brief.task;
  const isKnown = (await lastDescribed(deps, about.sessionId)).includes(describedAs(description));
  const text = renderLifted({
    by: nameOf(lift),
    said: lift.note ?? undefined,
    description: isKnown ? undefined : description,
    comments: brief.humanComments.filter(({ at }) => blockedAt !== null && at >= blockedAt),
    children: brief.children,
    subtasks: brief.subtasks,
    unknownCalls: about.unknownCalls,
  });
  return { text, isPinned: !isKnown };
}

function nameOf({ actorKind, actorName }: LiftRow): string {
  return actorKind === "system" ? "Cadre: the tasks it waited for are finished" : (actorName ?? "somebody who left");
}

/** The move that posted the item of this run, if it lifted a block: the item's key names the version of the task it made. */
async function readLift(
  deps: Reads,
  claim: ClaimedRun,
  { topic, sessionId }: { readonly topic: string; readonly sessionId: string },
): Promise<LiftRow | undefined> {
  const rows = await deps.database.query<LiftRow>(
    `select t.note, t.actor_kind, coalesce(p.name, a.name) as actor_name,
       (select max(b.created_at) from task_transitions b
        where b.task_id = t.task_id and b.version < t.version and b.to_status = 'blocked') as blocked_at
     from mailbox_items i
     join task_transitions t on t.task_id = $2 and t.move = 'unblock'
       and i.dedupe_key = 'task:' || t.task_id || ':start:v' || t.version
     left join people p on t.actor_kind = 'person' and p.id = t.actor_id
     left join agents a on t.actor_kind = 'agent' and a.id = t.actor_id
     where i.id = $1
       and exists (select 1 from session_entries e where e.session_id = $3 and e.run_id is distinct from $4)
       and not exists (select 1 from session_entries e
         where e.session_id = $3 and e.kind = 'note' and e.payload::jsonb ->> 'topic' = $5)`,
    [claim.itemId ?? null, claim.taskId ?? null, sessionId, claim.runId, topic],
  );
  return rows[0];
}

/** The newest text of the session that shows a description: its opening, or the note of an earlier lift. */
async function lastDescribed(deps: Reads, sessionId: string): Promise<string> {
  const rows = await deps.database.query<{ text: string }>(
    `select text from (
       select e.seq, coalesce(e.payload::jsonb ->> 'text', e.payload::jsonb -> 'content' -> 0 ->> 'text') as text
       from session_entries e where e.session_id = $1
         and (e.kind = 'note' or (e.kind = 'user-message' and (e.payload::jsonb ->> 'isPinned')::boolean))) told
     where text like '%' || $2 || '%' order by seq desc limit 1`,
    [sessionId, "\nDescription:\n"],
  );
  return rows[0]?.text ?? "";
}
