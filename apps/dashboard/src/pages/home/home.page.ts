import { House } from "lucide-react";
import { pendingApprovals } from "../../api/queries/work.ts";
import { queryClient } from "../../api/query-client.ts";
import { definePage } from "../define-page.ts";
import { waiting } from "./home-queries.ts";

export const homePage = definePage({
  path: "/",
  title: "Home",
  access: "signed-in",
  load: () => import("./home-screen.tsx").then(({ HomeScreen }) => HomeScreen),
  readAhead: () => {
    void queryClient.prefetchQuery(pendingApprovals);
    void queryClient.prefetchInfiniteQuery(waiting);
  },
  navigation: { label: "Home", icon: House, group: "work", key: "h" },
});
