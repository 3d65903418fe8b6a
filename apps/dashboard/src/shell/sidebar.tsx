import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Search } from "lucide-react";
import type { ReactNode } from "react";
import { me } from "../api/queries/organization.ts";
import { useMay } from "../people/use-may.ts";
import { Button } from "../ui/button.tsx";
import { Key } from "../ui/badge.tsx";
import { Bell } from "./bell.tsx";
import { Mark } from "./mark.tsx";
import { NavigationCount } from "./navigation-count.tsx";
import { openOverlay } from "./shell-state.ts";
import { type Place, usePlaces } from "./use-places.ts";
import { UserMenu } from "./user-menu.tsx";
import { safeText } from "../text/safe-text.ts";

const GROUPS = [
  { id: "work", label: "Work" },
  { id: "team", label: "Team" },
  { id: "admin", label: "Administration" },
] as const;

/** The navigation at the left, where the screen is wide enough for it. */
export function Sidebar(): ReactNode {
  const { data } = useQuery(me);
  const places = usePlaces();
  const mayCreate = useMay("member");
  return (
    <aside className="hidden w-56 shrink-0 flex-col border-r border-line bg-page md:flex">
      <div className="flex items-center gap-2 px-3 pt-3 pb-2">
        <Mark className="size-6 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">
          <bdi>{safeText(data?.organization.name ?? "")}</bdi>
        </span>
        <Bell />
      </div>
      <div className="flex flex-col gap-1 px-2 pb-2">
        {mayCreate && (
          <Button look="neutral" className="!justify-start" onClick={() => openOverlay({ kind: "new-task" })}>
            <Plus className="size-4 text-faint" aria-hidden />
            <span className="flex-1 text-left">New task</span>
            <Key>C</Key>
          </Button>
        )}
        <Button look="quiet" className="!justify-start" onClick={() => openOverlay({ kind: "palette" })}>
          <Search className="size-4 text-faint" aria-hidden />
          <span className="flex-1 text-left">Search</span>
          <Key>{isMac() ? "⌘K" : "Ctrl K"}</Key>
        </Button>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {GROUPS.map((group) => (
          <Group
            key={group.id}
            label={group.label}
            pages={places.filter(({ navigation }) => navigation.group === group.id)}
          />
        ))}
      </nav>
      <div className="border-t border-line p-2">
        <UserMenu />
      </div>
    </aside>
  );
}

function Group({ label, pages }: { readonly label: string; readonly pages: readonly Place[] }): ReactNode {
  if (pages.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="px-2 py-1 text-2xs font-medium text-faint">{label}</p>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <SidebarLink page={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SidebarLink({ page }: { readonly page: Place }): ReactNode {
  const { icon: Icon, label } = page.navigation;
  return (
    <Link
      to={page.path}
      activeOptions={{ exact: page.path === "/" }}
      className="flex h-8 items-center gap-2.5 rounded-sm px-2 text-sm text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon className="size-4" aria-hidden />
      <span className="flex-1">{label}</span>
      <NavigationCount path={page.path} />
    </Link>
  );
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
