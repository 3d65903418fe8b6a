import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { me } from "../api/queries/organization.ts";
import { problemCode } from "../api/problem.ts";
import { audienceOf, showTo } from "../api/session.ts";
import { useLiveCaches } from "../live/use-live.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { LineNotice } from "./line-notice.tsx";
import { ModelBanner } from "./model-banner.tsx";
import { Overlays } from "./overlays.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { isWaitingForOwner } from "./setup-state.ts";
import { Sidebar } from "./sidebar.tsx";

/** What stands around every page of somebody who is signed in. */
export function AppShell(): ReactNode {
  const who = useQuery({ ...me, enabled: !isWaitingForOwner() });
  if (isWaitingForOwner()) return <Navigate to="/setup" replace />;
  if (who.data !== undefined) return <SignedIn key={audienceOf(who.data)} audience={audienceOf(who.data)} />;
  // Whoever is not signed in is on the way to the sign-in page already.
  if (who.error !== null && problemCode(who.error)?.startsWith("auth.") !== true) {
    return (
      <main className="mx-auto max-w-xl pt-16">
        <ErrorState
          error={who.error}
          doing="reach Cadre"
          onRetry={() => void who.refetch()}
          isRetrying={who.isFetching}
        />
      </main>
    );
  }
  return (
    <div className="mx-auto max-w-3xl pt-16">
      <SkeletonRows count={6} />
    </div>
  );
}

function SignedIn({ audience }: { readonly audience: string }): ReactNode {
  // Before its pages are drawn: they must not find what belongs to another audience.
  useState(() => showTo(audience));
  useLiveCaches(audience);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isFirst = useRef(true);
  // Who hears the screen is taken to the page that opened, as who sees it is.
  useEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <Sidebar />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <LineNotice />
        <ModelBanner />
        <main id="main" ref={main} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
      </div>
      <PhoneBar />
      <Overlays />
    </div>
  );
}
