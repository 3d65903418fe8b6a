import { Activity } from "lucide-react";
import { definePage } from "../define-page.ts";

export const activityPage = definePage({
  path: "/activity",
  title: "Activity",
  access: "signed-in",
  load: () => import("./activity-screen.tsx").then(({ ActivityScreen }) => ActivityScreen),
  navigation: { label: "Activity", icon: Activity, group: "work", key: "v" },
});
