import { UsersRound } from "lucide-react";
import { definePage } from "../define-page.ts";

export const agentsPage = definePage({
  path: "/agents",
  title: "Agents",
  access: "signed-in",
  load: () => import("./agents-screen.tsx").then(({ AgentsScreen }) => AgentsScreen),
  navigation: { label: "Agents", icon: UsersRound, group: "team", key: "t" },
});
