import { definePage } from "../define-page.ts";

export const runPage = definePage({
  path: "/runs/$runId",
  title: "Run",
  access: "signed-in",
  load: () => import("./run-screen.tsx").then(({ RunScreen }) => RunScreen),
});
