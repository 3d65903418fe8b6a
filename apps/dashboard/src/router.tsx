import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useRouterState,
} from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { PageDefinition } from "./pages/define-page.ts";
import { PAGES } from "./pages/pages.ts";
import { isWaitingForOwner } from "./shell/setup-state.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { BrokenPage } from "./shell/broken-page.tsx";
import { NoSuchPage } from "./shell/no-such-page.tsx";
import { Toasts } from "./ui/toast.tsx";

const root = createRootRoute({ component: Root });

/** The shell around everything that needs somebody signed in. */
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: AppShell });

const inShell = PAGES.filter(({ access }) => access === "signed-in").map((page) => pageRoute(shell, page));
const noSuchPage = createRoute({
  getParentRoute: () => shell,
  path: "$",
  component: NoSuchPage,
  staticData: { title: "No such page" },
});
const alone = PAGES.filter(({ access }) => access === "anyone").map((page) => pageRoute(root, page));

function pageRoute(parent: typeof shell | typeof root, page: PageDefinition) {
  return createRoute({
    getParentRoute: () => parent,
    path: page.path,
    loader: () => (isWaitingForOwner() ? undefined : page.readAhead?.()),
    component: lazyRouteComponent(async () => ({ default: await page.load() })),
    staticData: { title: page.title },
  });
}

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([...inShell, noSuchPage]), ...alone]),
  defaultPreload: "intent",
  defaultErrorComponent: BrokenPage,
  // Filters are words, not JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const words = Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const text = new URLSearchParams(words).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface StaticDataRouteOption {
    title?: string;
  }
}

function Root(): ReactNode {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title === undefined ? "Cadre" : `${title} · Cadre`;
  }, [title]);
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
