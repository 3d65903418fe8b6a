import { useQuery } from "@tanstack/react-query";
import { me } from "../api/queries/organization.ts";
import { isAtLeast, type Role } from "./roles.ts";

/** Whether whoever looks may do what needs at least this role. Nobody may anything before it is known who looks. */
export function useMay(least: Role): boolean {
  const role = useQuery(me).data?.role;
  return role !== undefined && isAtLeast(role, least);
}
