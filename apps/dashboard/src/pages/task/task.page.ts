import { definePage } from "../define-page.ts";

export const taskPage = definePage({
  path: "/tasks/$taskId",
  title: "Task",
  access: "signed-in",
  load: () => import("./task-screen.tsx").then(({ TaskScreen }) => TaskScreen),
});
