import { definePage } from "../define-page.ts";

export const settingsSectionPage = definePage({
  path: "/settings/$section",
  title: "Settings",
  access: "signed-in",
  load: () => import("./settings-screen.tsx").then(({ SettingsScreen }) => SettingsScreen),
});
