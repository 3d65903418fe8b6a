import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@cadre/database";
import { type Actor, NewAgent, NewProject } from "@cadre/domain";
import { createAgent, createProject, createSetupToken, type EngineDeps, setUp } from "@cadre/engine";
import { compose, createLogger, type DoorbellLink } from "@cadre/server-kit";
import type { Bench } from "./bench.ts";

/** Keys of tasks are numbered within their project, so tasks that are made at once belong to several. */
const PROJECTS = 10;
const CONNECTIONS = 20;

/** Beats would do work of their own while something else is measured. */
const NO_BEATS = { off: true } as const;

/** The engine on a database of its own, with an organization in it. */
export type Company = {
  readonly deps: EngineDeps;
  readonly database: Database;
  readonly link: DoorbellLink;
  readonly databaseUrl: string;
  readonly owner: Actor;
  readonly apiKey: string;
  readonly projectIds: readonly string[];
  readonly agentIds: readonly string[];
  /**
   * Gives the planner its statistics, as autovacuum does within a minute of a table's first rows. Until then plans that were made
   * for empty tables stay in use.
   */
  settle(): Promise<unknown>;
};

export type CompanyOptions = {
  /** Carries the hints; without it Postgres does. */
  readonly redisUrl?: string;
  readonly agents: number;
  /** Tasks that one agent works on at once. */
  readonly tasksAtOnce?: number;
};

/** Sets up an organization through the product's own operations. */
export async function openCompany(bench: Bench, options: CompanyOptions): Promise<Company> {
  const home = mkdtempSync(join(tmpdir(), "cadre-bench-home-"));
  bench.defer(() => rmSync(home, { recursive: true, force: true }));
  const databaseUrl = await (await bench.postgres()).database();
  const { deps, database, link, close } = compose({
    name: "bench",
    databaseUrl,
    maxConnections: CONNECTIONS,
    redisUrl: options.redisUrl,
    home,
    log: createLogger("bench", "silent"),
  });
  bench.defer(close);
  const { organization, personId, apiKey } = await setUp(deps, {
    token: (await createSetupToken(deps)) ?? "",
    name: "Bench Owner",
    email: "owner@example.com",
    password: deps.newId("person"),
  });
  const owner: Actor = { kind: "person", id: personId, organizationId: organization.id, role: "owner" };
  return {
    deps,
    database,
    link,
    databaseUrl,
    owner,
    apiKey,
    settle: () => database.query("analyze"),
    projectIds: await times(PROJECTS, async (nth) => {
      const input = NewProject.parse({ key: `BENCH${nth}`, name: `Project ${nth}` });
      return (await createProject(deps, owner, input)).id;
    }),
    agentIds: await times(options.agents, async (nth) => {
      const settings = { maxConcurrentTasks: options.tasksAtOnce ?? 1 };
      const input = NewAgent.parse({ name: `Agent ${nth}`, settings, schedule: NO_BEATS });
      return (await createAgent(deps, owner, input)).id;
    }),
  };
}

async function times<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < count; nth += 1) made.push(await make(nth));
  return made;
}
