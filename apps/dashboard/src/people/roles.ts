import type { Member } from "../api/queries/organization.ts";

export type Role = Member["role"];

/** Every role, the most powerful first. */
export const ROLE_ORDER: readonly Role[] = ["owner", "admin", "member", "viewer"];

/** What a role may do, in one line. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly label: string; readonly can: string }>> = {
  owner: { label: "Owner", can: "Everything, other owners included" },
  admin: { label: "Admin", can: "Agents, projects, people, settings" },
  member: { label: "Member", can: "Tasks, reviews, approvals" },
  viewer: { label: "Viewer", can: "Reads only" },
};

/** Whether a role may do what needs at least the other one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLE_ORDER.indexOf(role) <= ROLE_ORDER.indexOf(least);
}

/** The roles that somebody with this role may give: only owners make owners. */
export function rolesToGive(role: Role): readonly Role[] {
  return ROLE_ORDER.filter((each) => isAtLeast(role, "admin") && isAtLeast(role, each));
}
