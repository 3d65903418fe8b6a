import { SquareKanban } from "lucide-react";
import { definePage } from "../define-page.ts";

export const boardPage = definePage({
  path: "/board",
  title: "Board",
  access: "signed-in",
  load: () => import("./board-screen.tsx").then(({ BoardScreen }) => BoardScreen),
  navigation: { label: "Board", icon: SquareKanban, group: "work", key: "b" },
});
