import { definePage } from "../define-page.ts";

export const agentPage = definePage({
  path: "/agents/$agentId",
  title: "Agent",
  access: "signed-in",
  load: () => import("./agent-screen.tsx").then(({ AgentScreen }) => AgentScreen),
});
