import { definePage } from "../define-page.ts";

export const setupPage = definePage({
  path: "/setup",
  title: "Set up Cadre",
  access: "anyone",
  load: () => import("./setup-screen.tsx").then(({ SetupScreen }) => SetupScreen),
});
