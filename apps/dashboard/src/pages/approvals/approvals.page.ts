import { ShieldCheck } from "lucide-react";
import { definePage } from "../define-page.ts";

export const approvalsPage = definePage({
  path: "/approvals",
  title: "Approvals",
  access: "signed-in",
  load: () => import("./approvals-screen.tsx").then(({ ApprovalsScreen }) => ApprovalsScreen),
  navigation: { label: "Approvals", icon: ShieldCheck, group: "work", key: "p" },
});
