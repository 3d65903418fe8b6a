import {
  BookOpenText,
  Building2,
  Cpu,
  FolderKanban,
  KeyRound,
  type LucideIcon,
  OctagonX,
  UserRound,
  Users,
  Webhook,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { Role } from "../../people/roles.ts";

/** One part of the settings: its place in the address, its name, who may see it, and its screen. */
export type Section = {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly least: Role;
  readonly Screen: ComponentType;
};

/** Every part of the settings, in the order of its list. Adding one is its folder and one line here. */
export const SECTIONS: readonly Section[] = [
  {
    id: "account",
    label: "You",
    icon: UserRound,
    least: "viewer",
    Screen: lazy(() => import("./account/account-section.tsx").then((file) => ({ default: file.AccountSection }))),
  },
  {
    id: "people",
    label: "People",
    icon: Users,
    least: "viewer",
    Screen: lazy(() => import("./people/people-section.tsx").then((file) => ({ default: file.PeopleSection }))),
  },
  {
    id: "api-keys",
    label: "API keys",
    icon: KeyRound,
    least: "viewer",
    Screen: lazy(() => import("./api-keys/api-keys-section.tsx").then((file) => ({ default: file.ApiKeysSection }))),
  },
  {
    id: "models",
    label: "Models",
    icon: Cpu,
    least: "admin",
    Screen: lazy(() => import("./models/models-section.tsx").then((file) => ({ default: file.ModelsSection }))),
  },
  {
    id: "webhooks",
    label: "Webhooks",
    icon: Webhook,
    least: "admin",
    Screen: lazy(() => import("./webhooks/webhooks-section.tsx").then((file) => ({ default: file.WebhooksSection }))),
  },
  {
    id: "knowledge",
    label: "Knowledge",
    icon: BookOpenText,
    least: "viewer",
    Screen: lazy(() =>
      import("./knowledge/knowledge-section.tsx").then((file) => ({ default: file.KnowledgeSection })),
    ),
  },
  {
    id: "projects",
    label: "Projects and teams",
    icon: FolderKanban,
    least: "viewer",
    Screen: lazy(() => import("./projects/projects-section.tsx").then((file) => ({ default: file.ProjectsSection }))),
  },
  {
    id: "organization",
    label: "Organization",
    icon: Building2,
    least: "viewer",
    Screen: lazy(() =>
      import("./organization/organization-section.tsx").then((file) => ({ default: file.OrganizationSection })),
    ),
  },
  {
    id: "emergency-stop",
    label: "Emergency stop",
    icon: OctagonX,
    least: "admin",
    Screen: lazy(() => import("./stop/stop-section.tsx").then((file) => ({ default: file.StopSection }))),
  },
];
