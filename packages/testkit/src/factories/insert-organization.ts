import type { FactoryDeps } from "./factory-deps.ts";

/** An organization with a project. Returns their ids. */
export async function insertOrganization(
  { database, newId }: FactoryDeps,
  organization: { readonly slug: string; readonly projectKey: string },
): Promise<{ organizationId: string; projectId: string }> {
  const organizationId = newId("organization");
  const projectId = newId("project");
  await database.query("insert into organizations (id, name, slug) values ($1, $2, $2)", [
    organizationId,
    organization.slug,
  ]);
  await database.query("insert into projects (id, organization_id, key, name) values ($1, $2, $3, $3)", [
    projectId,
    organizationId,
    organization.projectKey,
  ]);
  return { organizationId, projectId };
}
