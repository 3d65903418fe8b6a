import type { AnnouncementFacts, DeliverableFacts, FeedbackFacts, ProjectFacts } from "@cadre/core";
import { ProjectGovernance } from "@cadre/domain";
import path from "node:path";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

type SurroundingsInput = {
  readonly organizationId: string;
  readonly agentId: string;
  readonly taskId: string | undefined;
  readonly workspace: string | undefined;
  readonly isLightweight: boolean;
};

/** What stands around the work at hand: its project, results, and what people tell agents. */
export type Surroundings = {
  readonly project: ProjectFacts | undefined;
  readonly announcements: readonly AnnouncementFacts[];
  readonly feedback: readonly FeedbackFacts[];
  readonly deliverables: readonly DeliverableFacts[] | undefined;
  readonly sharedDeliverables: readonly DeliverableFacts[];
  /** Tasks that the agent completed; 0 where no board is shown. */
  readonly closedTasks: number;
};

/** Parsed by the driver; JSON knows no undefined. */
type SurroundingsRow = {
  readonly project: StoredProject | null;
  readonly announcements: readonly AnnouncementFacts[] | null;
  readonly feedback: readonly StoredFeedback[] | null;
  readonly deliverables: readonly StoredDeliverable[] | null;
  readonly shared: readonly StoredDeliverable[] | null;
  readonly closedTasks: number;
};

type StoredProject = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly repositories: string;
  readonly governance: string;
};

type StoredRepository = { readonly location: string; readonly defaultBranch?: string };
type StoredFeedback = {
  readonly author: string;
  readonly about: string;
  readonly rating: number | null;
  readonly text: string;
};
type StoredDeliverable = Omit<DeliverableFacts, "summary"> & { readonly summary: string };

/** The newest version of each result of the rows, newest first. */
function newestResults(where: string): string {
  return `select json_agg(json_build_object('type', type, 'title', title, 'reference', reference, 'summary', left(summary, 400)))
    from (select * from deliverables d where ${where}
      and not exists (select 1 from deliverables n
        where n.task_id = d.task_id and n.reference = d.reference and n.version > d.version)
      order by created_at desc, id desc limit 20) newest`;
}

/**
 * $1 organization, $2 agent, $3 task or null, $4 how little is shown. One statement, since it is asked before each call of a model; what
 * is not shown is not read.
 */
const SURROUNDINGS = `
  with place as materialized (
    select p.id, p.name, p.description, p.repositories, p.governance from projects p join tasks t on t.project_id = p.id where t.id = $3)
  select
    (select json_build_object('id', id, 'name', name, 'description', description, 'repositories', repositories,
       'governance', governance) from place) as project,
    (select json_agg(json_build_object('text', text)) from (
       select text from announcements
       where organization_id = $1 and starts_at <= cadre_now() and (ends_at is null or ends_at > cadre_now())
         and (agent_id is null or agent_id = $2)
         and (team_id is null or team_id = (select team_id from agents where id = $2))
       order by starts_at desc, id desc limit ${PROMPT_LIMITS.announcements}) told) as announcements,
    (select json_agg(json_build_object('author', author, 'about', about, 'rating', rating, 'text', text)) from (
       select p.name as author, coalesce(d.title, t.key, 'you') as about, f.rating, left(f.text, 1000) as text
       from feedback f join people p on p.id = f.person_id left join tasks t on t.id = f.task_id
       left join deliverables d on d.id = f.deliverable_id
       where f.agent_id = $2 and f.withdrawn_at is null
       order by f.id desc limit ${PROMPT_LIMITS.feedbackItems}) said) as feedback,
    case when $4::boolean then null else (${newestResults("d.project_id = (select id from place)")}) end as deliverables,
    case when $4::boolean then null
      else (${newestResults("d.organization_id = $1 and d.project_id is null and d.task_id is null")}) end as shared,
    case when $4::boolean then 0
      else (select count(*)::int from tasks where organization_id = $1 and assignee_id = $2 and status = 'completed') end as closed_tasks`;

export async function readSurroundings(
  deps: Pick<EngineDeps, "database">,
  input: SurroundingsInput,
): Promise<Surroundings> {
  const [row] = await deps.database.query<SurroundingsRow>(SURROUNDINGS, [
    input.organizationId,
    input.agentId,
    input.taskId ?? null,
    input.isLightweight,
  ]);
  const project = row?.project ?? undefined;
  return {
    project: project === undefined ? undefined : projectOf(project, input.workspace),
    announcements: row?.announcements ?? [],
    feedback: (row?.feedback ?? []).map(feedbackOf),
    deliverables: project === undefined || input.isLightweight ? undefined : (row?.deliverables ?? []).map(resultOf),
    sharedDeliverables: (row?.shared ?? []).map(resultOf),
    closedTasks: row?.closedTasks ?? 0,
  };
}

function projectOf(row: StoredProject, workspace: string | undefined): ProjectFacts {
  return {
    id: row.id,
    name: row.name,
    description: row.description === "" ? undefined : row.description,
    repositories: (JSON.parse(row.repositories) as StoredRepository[]).map(({ location, defaultBranch }) => ({
      name: path.basename(location),
      location,
      defaultBranch,
    })),
    creationTier: ProjectGovernance.parse(JSON.parse(row.governance)).creationTier,
    taskWorkspace: workspace,
  };
}

function feedbackOf({ author, about, rating, text }: StoredFeedback): FeedbackFacts {
  return { author, about, rating: rating === null ? undefined : `${rating} of 5`, text };
}

function resultOf({ summary, ...rest }: StoredDeliverable): DeliverableFacts {
  return { ...rest, summary: summary === "" ? undefined : summary };
}
