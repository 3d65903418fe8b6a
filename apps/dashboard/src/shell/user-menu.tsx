import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { me } from "../api/queries/organization.ts";
import { signOut } from "../api/session.ts";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../ui/menu.tsx";
import { Avatar } from "../people/avatar.tsx";
import { OrganizationItems } from "./organization-items.tsx";
import { openOverlay } from "./shell-state.ts";
import { chooseTheme, useThemeChoice } from "./theme.ts";
import { useShortcutsSwitch } from "./use-shortcut.ts";
import { safeText } from "../text/safe-text.ts";
import { tellProblem } from "../ui/toast.tsx";

const ICON = "size-4 text-faint";

/** Who is signed in, and what concerns only them. */
export function UserMenu(): ReactNode {
  const { data } = useQuery(me);
  if (data === undefined) return null;
  return (
    <Menu
      label="You"
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
        >
          <Avatar name={data.name} kind="person" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">
              <bdi>{safeText(data.name)}</bdi>
            </span>
            <span className="block truncate text-2xs text-faint">{data.role}</span>
          </span>
          <ChevronsUpDown className="size-4 text-faint" aria-hidden />
        </button>
      }
    >
      <UserMenuItems />
    </Menu>
  );
}

export function UserMenuItems(): ReactNode {
  const { data } = useQuery(me);
  const theme = useThemeChoice();
  const shortcuts = useShortcutsSwitch();
  const navigate = useNavigate();
  return (
    <>
      <MenuLabel>{safeText(data?.email ?? "")}</MenuLabel>
      <MenuSeparator />
      <OrganizationItems />
      <MenuItem
        icon={<Sun className={ICON} aria-hidden />}
        isChosen={theme === "light"}
        onSelect={() => chooseTheme("light")}
      >
        Light
      </MenuItem>
      <MenuItem
        icon={<Moon className={ICON} aria-hidden />}
        isChosen={theme === "dark"}
        onSelect={() => chooseTheme("dark")}
      >
        Dark
      </MenuItem>
      <MenuItem
        icon={<Monitor className={ICON} aria-hidden />}
        isChosen={theme === "system"}
        onSelect={() => chooseTheme("system")}
      >
        As the system
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Keyboard className={ICON} aria-hidden />}
        hint="?"
        onSelect={() => openOverlay({ kind: "shortcuts" })}
      >
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<Keyboard className={ICON} aria-hidden />} onSelect={shortcuts.toggle}>
        {shortcuts.isOn ? "Switch single keys off" : "Switch single keys on"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<LogOut className={ICON} aria-hidden />}
        onSelect={() =>
          void signOut().then(
            () => navigate({ to: "/sign-in" }),
            (error: unknown) => tellProblem(error, "sign you out"),
          )
        }
      >
        Sign out
      </MenuItem>
    </>
  );
}
