import { Fault } from "@cadre/shared";

/** An organization of others and one that does not exist are the same: not found (I18). */
export function notYourOrganization(organizationId: string): Fault {
  return new Fault("not-found", "organization.not-found", {
    message: `You belong to no organization ${organizationId}. GET /api/v1/organizations lists yours.`,
  });
}
