import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useMay } from "../people/use-may.ts";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import { Bell } from "./bell.tsx";
import { openOverlay } from "./shell-state.ts";
import { usePlaces } from "./use-places.ts";
import { UserMenuItems } from "./user-menu.tsx";

const MOST_LINKS = 2;
const ITEM =
  "touch-target flex flex-1 flex-col items-center justify-center gap-0.5 rounded-sm text-2xs text-soft aria-[current=page]:text-accent-ink";

/** The navigation of a phone, below the page where thumbs are. */
export function PhoneBar(): ReactNode {
  const navigate = useNavigate();
  const pages = usePlaces();
  const mayCreate = useMay("member");
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 items-stretch gap-1 border-t border-line bg-panel px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {pages.slice(0, MOST_LINKS).map(({ path, navigation }) => (
        <Link key={path} to={path} activeOptions={{ exact: path === "/" }} className={ITEM}>
          <navigation.icon className="size-5" aria-hidden />
          {navigation.label}
        </Link>
      ))}
      {mayCreate && (
        <button type="button" className={ITEM} onClick={() => openOverlay({ kind: "new-task" })}>
          <Plus className="size-5" aria-hidden />
          New task
        </button>
      )}
      <Bell className={ITEM} />
      <Menu
        label="More"
        trigger={
          <button type="button" className={ITEM}>
            <MenuIcon className="size-5" aria-hidden />
            More
          </button>
        }
      >
        {pages.slice(MOST_LINKS).map(({ path, navigation }) => (
          <MenuItem key={path} onSelect={() => void navigate({ to: path })}>
            {navigation.label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => openOverlay({ kind: "palette" })}>Search</MenuItem>
        <MenuSeparator />
        <UserMenuItems />
      </Menu>
    </nav>
  );
}
