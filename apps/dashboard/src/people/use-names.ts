import { useQuery } from "@tanstack/react-query";
import { agents, members } from "../api/queries/organization.ts";
import { safeText } from "../text/safe-text.ts";

export type ActorKind = "person" | "agent" | "system";
export type Names = (kind: ActorKind, id: string) => string;

/** What people and agents are called, as a screen may show it. Somebody who has left keeps their id. */
export function useNames(): Names {
  const agentList = useQuery(agents);
  const memberList = useQuery(members);
  return (kind, id) => {
    if (kind === "system") return "Cadre";
    const known =
      kind === "person"
        ? memberList.data?.data.find(({ personId }) => personId === id)
        : agentList.data?.data.find((agent) => agent.id === id);
    return known === undefined ? shortId(id) : safeText(known.name);
  };
}

function shortId(id: string): string {
  return id.length > 10 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}
