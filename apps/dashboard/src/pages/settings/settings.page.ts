import { Settings } from "lucide-react";
import { definePage } from "../define-page.ts";

export const settingsPage = definePage({
  path: "/settings",
  title: "Settings",
  access: "signed-in",
  load: () => import("./settings-screen.tsx").then(({ SettingsScreen }) => SettingsScreen),
  navigation: { label: "Settings", icon: Settings, group: "admin", key: "s" },
});
