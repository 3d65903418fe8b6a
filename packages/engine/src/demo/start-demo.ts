import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Actor, NewAgent, requireRole, type Task } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { createAgent } from "../agents/create-agent.ts";
import { grantStandingApprovals } from "../approvals/grant-standing-approvals.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { createTeam } from "../organization/teams/create-team.ts";
import { createProject } from "../projects/create-project.ts";
import { createTask } from "../tasks/create/create-task.ts";
import { DEMO_TEAM, DEMO_TITLE, demoCommands, demoStory, ORDERS_CSV } from "./demo-story.ts";

const PROJECT_NAME = "Demo: quarterly sales";
/** Wished for in this order: the organization may have a project of that key. */
const PROJECT_KEYS = ["DEMO", "DEMO2", "DEMO3", "DEMO4", "DEMO5"];
const ORDERS_FILE = "orders.csv";

/** What starting the story would do: the commands it asks to approve, and the text of its task. */
export type DemoPreview = { readonly description: string; readonly commands: readonly string[] };

export type StartedDemo = {
  readonly task: Task;
  readonly projectId: string;
  /** The exact commands that were approved for the project, once and for all. */
  readonly approvedCommands: readonly string[];
};

export function previewDemo(deps: EngineDeps, actor: Actor): DemoPreview {
  const ordersFile = path.join(dataFolderOf(deps, actor), ORDERS_FILE);
  return { description: demoStory(ordersFile), commands: demoCommands(ordersFile) };
}

/**
 * Starts the bundled story: a project with real data, a team of three, one task for its manager, and standing approvals for exactly
 * the commands that the story shows. Started again, it uses the project and team that are there. Fault: `access.role-missing`.
 */
export async function startDemo(deps: EngineDeps, actor: Actor): Promise<StartedDemo> {
  requireRole(actor, "admin", "start the demo story");
  const folder = dataFolderOf(deps, actor);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, ORDERS_FILE), ORDERS_CSV);
  const { description, commands } = previewDemo(deps, actor);
  return transact(deps, actor, async () => {
    const place = (await findDemo(deps, actor)) ?? (await makeDemo(deps, actor, folder));
    await grantStandingApprovals(deps, actor, {
      projectId: place.projectId,
      actions: commands.map((action) => ({ tool: "shell_execute", action })),
    });
    const task = await createTask(deps, actor, {
      projectId: place.projectId,
      title: DEMO_TITLE,
      description,
      priority: "high",
      assigneeId: place.managerId,
      reviewerId: place.reviewerId,
      checks: [
        { kind: "file_exists", name: "the report exists", path: "report.md", stage: "submit" },
        {
          kind: "command",
          name: "the report ends with a total",
          command: 'grep -q "^Total: " report.md',
          stage: "accept",
        },
      ],
    });
    return { task, projectId: place.projectId, approvedCommands: commands };
  });
}

type DemoPlace = { readonly projectId: string; readonly managerId: string; readonly reviewerId: string };

/** The project and team of an earlier start, if nobody has taken them apart since. */
async function findDemo(deps: EngineDeps, actor: Actor): Promise<DemoPlace | undefined> {
  return transact(deps, actor, (tx) =>
    tx.unit.first<DemoPlace>(
      `select p.id as project_id, m.id as manager_id, r.id as reviewer_id
       from projects p
       join agents m on m.organization_id = p.organization_id and m.name = $3 and m.deleted_at is null
       join agents a on a.team_id = m.team_id and a.name = $4 and a.deleted_at is null
       join agents r on r.team_id = m.team_id and r.name = $5 and r.deleted_at is null
       where p.organization_id = $1 and p.name = $2 and p.archived_at is null
       order by m.created_at limit 1`,
      [actor.organizationId, PROJECT_NAME, DEMO_TEAM.manager.name, DEMO_TEAM.analyst.name, DEMO_TEAM.reviewer.name],
    ),
  );
}

async function makeDemo(deps: EngineDeps, actor: Actor, folder: string): Promise<DemoPlace> {
  const project = await createProject(deps, actor, {
    key: await freeKey(deps, actor),
    name: PROJECT_NAME,
    description: "A bundled project with real data, to see a team at work.",
    repositories: [{ location: folder }],
    governance: {},
  });
  const team = await createTeam(deps, actor, { name: DEMO_TEAM.name, announcementsText: "", normsText: "" });
  const hire = (member: { readonly name: string; readonly roleText: string }, rest: Hire) =>
    createAgent(deps, actor, NewAgent.parse({ ...member, ...rest, teamId: team.id }));
  const manager = await hire(DEMO_TEAM.manager, { position: "manager", skills: ["planning"] });
  await hire(DEMO_TEAM.analyst, { position: "worker", skills: ["data analysis"], managerId: manager.id });
  const reviewer = await hire(DEMO_TEAM.reviewer, { position: "worker", skills: ["review"], managerId: manager.id });
  return { projectId: project.id, managerId: manager.id, reviewerId: reviewer.id };
}

async function freeKey(deps: EngineDeps, actor: Actor): Promise<string> {
  const taken = await transact(deps, actor, (tx) =>
    tx.unit.query<{ key: string }>("select key from projects where organization_id = $1", [actor.organizationId]),
  );
  const free = PROJECT_KEYS.find((key) => taken.every((project) => project.key !== key));
  if (free !== undefined) return free;
  throw new Fault("conflict", "demo.no-free-key", {
    message: `Projects with the keys ${PROJECT_KEYS.join(", ")} exist. Archive one of the demo projects and start again.`,
  });
}

type Hire = {
  readonly position: "manager" | "worker";
  readonly skills: string[];
  readonly managerId?: string;
};

function dataFolderOf(deps: EngineDeps, actor: Actor): string {
  return path.join(deps.dataFolder, actor.organizationId, "projects", "demo");
}
