import "./styles/main.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { onSessionElsewhere } from "./api/session.ts";
import { onSignedOut, reportSignedOut } from "./api/signed-out.ts";
import { tellLeftChanges } from "./api/tell-left-changes.ts";
import { router } from "./router.tsx";
import { tellRefusal } from "./ui/toast.tsx";
import { TooltipScope } from "./ui/tooltip.tsx";

// Radix locks the page behind a dialog with a style element; the page's policy lets only those with this word in.
setNonce(document.documentElement.dataset["nonce"] ?? "");

tellLeftChanges(queryClient);

onSignedOut((reason) => {
  const { pathname, href } = router.state.location;
  if (pathname === "/sign-in" || pathname === "/setup") return;
  if (reason !== undefined) tellRefusal(reason);
  queryClient.clear();
  void router.navigate({ to: "/sign-in", search: { next: href } });
});

onSessionElsewhere((news) => {
  // Whatever this tab shows belongs to whom or where it was before.
  if (news === "moved") location.assign("/");
  else reportSignedOut();
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipScope>
        <RouterProvider router={router} />
      </TooltipScope>
    </QueryClientProvider>
  </StrictMode>,
);
