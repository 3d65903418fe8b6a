import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pendingApprovals } from "../api/queries/work.ts";

/** How much waits for a person on a page, beside its name. */
export function NavigationCount({ path }: { readonly path: string }): ReactNode {
  const { data } = useQuery({ ...pendingApprovals, enabled: path === "/approvals" });
  const mine = data?.data.filter(({ actions }) => actions.length > 0).length ?? 0;
  if (path !== "/approvals" || mine === 0) return null;
  return (
    <span
      className="rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent tabular-nums"
      aria-label={`${mine} waiting`}
    >
      {mine}
    </span>
  );
}
