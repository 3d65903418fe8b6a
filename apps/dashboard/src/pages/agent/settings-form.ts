import type { Place } from "../../agents/place-fields.tsx";
import type { AgentChange } from "../../agents/use-agent-change.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { SETTING_LABELS } from "./configuration-changes.ts";

/** What the settings of an agent are written in: its name, its place and its limits, side by side. */
export type SettingsForm = { readonly name: string } & Place & Agent["settings"];

export const SETTINGS_FORM_LABELS: Readonly<Record<keyof SettingsForm, string>> = {
  name: "Name",
  position: "Position",
  managerId: "Whom it reports to",
  teamId: "Team",
  ...SETTING_LABELS,
};

export function settingsFormOf({ name, position, managerId, teamId, settings }: Agent): SettingsForm {
  return { name, position, managerId: managerId ?? "", teamId: teamId ?? "", ...settings };
}

/** What is sent of a changed form: what it does not name stays as it is. */
export function changeOfSettingsForm(change: Partial<SettingsForm>): AgentChange {
  const { name, position, managerId, teamId, ...settings } = change;
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(position === undefined ? {} : { position }),
    ...(managerId === undefined ? {} : { managerId: managerId === "" ? null : managerId }),
    ...(teamId === undefined ? {} : { teamId: teamId === "" ? null : teamId }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}
