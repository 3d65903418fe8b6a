import { definePage } from "../define-page.ts";

export const sessionPage = definePage({
  path: "/sessions/$sessionId",
  title: "Session",
  access: "signed-in",
  load: () => import("./session-screen.tsx").then(({ SessionScreen }) => SessionScreen),
});
