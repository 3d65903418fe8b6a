import { Fault } from "@cadre/shared";
import { type Actor, type Role, ROLES } from "../actor.ts";

/** Whether the actor is a person of at least this role, or the system itself. An agent has no role: its tools say what it may. */
export function hasRole(actor: Actor, least: Role): boolean {
  if (actor.kind === "person") return isRoleAtLeast(actor.role, least);
  return actor.kind === "system";
}

/** Whether a role is at least as powerful as another. */
export function isRoleAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** The less powerful of two roles. */
export function lesserRole(one: Role, other: Role): Role {
  return isRoleAtLeast(one, other) ? other : one;
}

/** Fault `access.role-missing` unless the actor has the role. `what` ends the sentence "… may …". */
export function requireRole(actor: Actor, least: Role, what: string): void {
  if (hasRole(actor, least)) return;
  const who = {
    owner: "Only an owner",
    admin: "Only an owner or admin",
    member: "A viewer or an agent may not; only a member",
    viewer: "Only a person",
  };
  throw new Fault("forbidden", "access.role-missing", {
    message: `${who[least]} may ${what}. Ask one of them, or use a key of theirs.`,
    details: { role: least },
  });
}
