import type { BoardTaskFacts, MailboxFacts, SituationFacts, TaskBoardFacts } from "@cadre/core";
import { MAILBOX_LIMITS, PROMPT_LIMITS } from "@cadre/shared";
import { agentOf, AGENTS_WITH_STATUS, type AgentStatusRow } from "../../agents/agent-row.ts";
import type { EngineDeps } from "../../engine-deps.ts";
import { readSurroundings } from "./surroundings.ts";

type Reads = Pick<EngineDeps, "database">;

export type LiveInput = {
  readonly organizationId: string;
  readonly agentId: string;
  readonly taskId: string | undefined;
  readonly workspace: string | undefined;
  readonly isLightweight: boolean;
  readonly now: Date;
};

/** Facts whose features do not exist: nothing keeps notes, teaches skills or converses. */
const WITHOUT_SOURCE = {
  notebook: [],
  activatedSkills: [],
  conversations: [],
} as const satisfies Partial<SituationFacts>;

/** What tier 3 shows: the situation as it is now. Lightweight scenarios read less, because they show less (M57). */
export async function liveFacts(deps: Reads, input: LiveInput): Promise<SituationFacts> {
  const [{ closedTasks, ...surroundings }, mailbox, teamStatus, board] = await Promise.all([
    readSurroundings(deps, input),
    readMailbox(deps, input),
    readTeamStatus(deps, input),
    input.isLightweight ? undefined : readBoard(deps, input),
  ]);
  const taskBoard = board === undefined ? undefined : { ...board, closedTotal: closedTasks };
  return { ...WITHOUT_SOURCE, ...surroundings, mailbox, teamStatus, taskBoard, now: input.now };
}

/** Colleagues that are up to something come first. */
async function readTeamStatus(deps: Reads, input: LiveInput): Promise<NonNullable<SituationFacts["teamStatus"]>> {
  const rows = await deps.database.query<AgentStatusRow>(
    `select * from (${AGENTS_WITH_STATUS} and a.id <> $2) as colleague order by status = 'idle', name, id limit $3`,
    [input.organizationId, input.agentId, PROMPT_LIMITS.teamStatusLines],
  );
  return rows.map(agentOf).map(({ name, status, statusReason }) => {
    return { name, status: statusReason === null ? status : `${status}: ${statusReason}` };
  });
}

const OPEN_STATUSES = "('pending', 'in_progress', 'blocked', 'review')";

type BoardRow = Omit<BoardTaskFacts, "description" | "assigneeName"> & {
  readonly description: string;
  readonly assigneeName: string;
  readonly isMine: boolean;
  readonly nth: number;
  readonly total: number;
};

/** Own tasks and those of colleagues, most pressing first; only what the prompt can show is read whole. */
async function readBoard(deps: Reads, input: LiveInput): Promise<Omit<TaskBoardFacts, "closedTotal">> {
  const rows = await deps.database.query<BoardRow>(
    `select * from (
       select t.id, t.key, t.title, t.status, t.priority, left(t.description, $3) as description, a.name as assignee_name,
         t.assignee_id = $2 as is_mine,
         row_number() over (partition by t.assignee_id = $2 order by
           array_position(array['critical', 'high', 'medium', 'low'], t.priority), t.created_at)::int as nth,
         count(*) over (partition by t.assignee_id = $2)::int as total
       from tasks t join agents a on a.id = t.assignee_id
       where t.organization_id = $1 and t.status in ${OPEN_STATUSES}
     ) as ranked
     where nth <= case when is_mine then $4::int else $5::int end order by is_mine desc, nth`,
    [
      input.organizationId,
      input.agentId,
      PROMPT_LIMITS.taskDescriptionChars * 2,
      PROMPT_LIMITS.myTasks,
      PROMPT_LIMITS.teamTasks,
    ],
  );
  const mine = rows.filter((row) => row.isMine);
  const team = rows.filter((row) => !row.isMine);
  return {
    mine: mine.map(boardTask),
    mineTotal: mine[0]?.total ?? 0,
    team: team.map(boardTask),
    teamTotal: team[0]?.total ?? 0,
  };
}

function boardTask(row: BoardRow): BoardTaskFacts {
  const { id, key, title, status, priority, description, assigneeName } = row;
  return { id, key, title, status, priority, description: description === "" ? undefined : description, assigneeName };
}

type ItemRow = {
  readonly type: string;
  readonly headline: string;
  readonly priority: number;
  readonly status: string;
  readonly startedAt: Date | null;
  readonly total: number;
};

async function readMailbox(deps: Reads, input: LiveInput): Promise<MailboxFacts> {
  const rows = await deps.database.query<ItemRow>(
    `select type, headline, priority, status, started_at, count(*) filter (where status = 'queued') over ()::int as total
     from mailbox_items where agent_id = $1 and status in ('queued', 'processing')
     order by status = 'processing' desc, priority, created_at limit $2`,
    [input.agentId, MAILBOX_LIMITS.triageContextMessages],
  );
  const focus = rows.find((row) => row.status === "processing");
  return {
    focus:
      focus === undefined || focus.startedAt === null
        ? undefined
        : { type: focus.type, headline: focus.headline, since: focus.startedAt },
    queuedTotal: rows[0]?.total ?? 0,
    queued: rows
      .filter((row) => row.status === "queued")
      .map(({ type, headline, priority }) => ({ type, headline, priority })),
    decisions: [],
  };
}
