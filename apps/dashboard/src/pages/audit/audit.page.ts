import { ScrollText } from "lucide-react";
import { definePage } from "../define-page.ts";

export const auditPage = definePage({
  path: "/audit",
  title: "Audit",
  access: "signed-in",
  load: () => import("./audit-screen.tsx").then(({ AuditScreen }) => AuditScreen),
  navigation: { label: "Audit", icon: ScrollText, group: "admin", key: "u", least: "admin" },
});
