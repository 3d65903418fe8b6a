import { type Project, ProjectGovernance, Repository } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { z } from "zod";
import type { Transaction } from "../transaction.ts";

export type ProjectRow = {
  id: string;
  key: string;
  name: string;
  description: string;
  repositories: string;
  governance: string;
  archivedAt: Date | null;
  version: number;
  createdAt: Date;
};

export const PROJECT_COLUMNS = "id, key, name, description, repositories, governance, archived_at, version, created_at";

const Repositories = z.array(Repository);

export function projectOf(row: ProjectRow): Project {
  return {
    ...row,
    repositories: Repositories.parse(JSON.parse(row.repositories)),
    governance: ProjectGovernance.parse(JSON.parse(row.governance)),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The project's row, locked until the unit ends. Fault: `project.not-found`. */
export async function lockProject(tx: Transaction, projectId: string): Promise<ProjectRow> {
  const row = await tx.unit.first<ProjectRow>(
    `select ${PROJECT_COLUMNS} from projects where id = $1 and organization_id = $2 for no key update`,
    [projectId, tx.unit.organizationId],
  );
  return row ?? missingProject(projectId);
}

export function missingProject(projectId: string): never {
  throw new Fault("not-found", "project.not-found", {
    message: `There is no project ${projectId}. List the projects to find it.`,
  });
}
