import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Role } from "../people/roles.ts";

/** A line of the navigation. */
export type PageNavigation = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly group: "work" | "team" | "admin";
  /** The second key after `g` that leads there. */
  readonly key?: string;
  /** Who is offered it; everybody unless said. */
  readonly least?: Role;
};

/** One page: its address, its name, and how its screen is loaded when somebody first goes there. */
export type PageDefinition = {
  /** As the router writes it: `/tasks/$taskId`. */
  readonly path: string;
  readonly title: string;
  /** `signed-in` pages stand in the shell; `anyone` pages stand alone. */
  readonly access: "signed-in" | "anyone";
  readonly load: () => Promise<ComponentType>;
  /** Asks for what the screen shows first while the screen itself is still on its way. */
  readonly readAhead?: () => void;
  readonly navigation?: PageNavigation;
};

export function definePage(page: PageDefinition): PageDefinition {
  return page;
}
