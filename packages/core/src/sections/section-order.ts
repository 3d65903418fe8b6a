import { communicationRules } from "./communication-rules.section.ts";
import type { PromptTier, Section } from "./define-section.ts";
import { deliverableFormat } from "./deliverable-format.section.ts";
import { environmentProfile } from "./environment-profile.section.ts";
import { exploration } from "./exploration.section.ts";
import { identity } from "./identity.section.ts";
import { introduction } from "./introduction.section.ts";
import { knowledge } from "./knowledge.section.ts";
import { lineage } from "./lineage.section.ts";
import { mailbox } from "./mailbox.section.ts";
import { organizationContext } from "./organization-context.section.ts";
import { policies } from "./policies.section.ts";
import { projectDeliverables } from "./project-deliverables.section.ts";
import { project } from "./project.section.ts";
import { role } from "./role.section.ts";
import { scenario } from "./scenario.section.ts";
import { sender } from "./sender.section.ts";
import { sessionModel } from "./session-model.section.ts";
import { situationLead } from "./situation-lead.section.ts";
import { taskBoard } from "./task-board.section.ts";
import { taskWorkflow } from "./task-workflow.section.ts";
import { teamNotes } from "./team-notes.section.ts";
import { teamStatus } from "./team-status.section.ts";
import { timestamp } from "./timestamp.section.ts";
import { toolInventory } from "./tool-inventory.section.ts";
import { toolRules } from "./tool-rules.section.ts";
import { trust } from "./trust.section.ts";
import { userProfiles } from "./user-profiles.section.ts";
import { workspace } from "./workspace.section.ts";

/** A run of sections of one tier, inside a tag when it has one. */
export type SectionGroup = {
  readonly tier: PromptTier;
  readonly tag?: string;
  readonly sections: readonly Section[];
};

/** The system prompt from top to bottom (decisions, "C's four blocks inside P's tiers"). */
export const SECTION_ORDER: readonly SectionGroup[] = [
  {
    tier: 1,
    tag: "harness",
    sections: [
      introduction,
      role,
      sessionModel,
      exploration,
      policies,
      deliverableFormat,
      taskWorkflow,
      toolRules,
      communicationRules,
    ],
  },
  { tier: 1, tag: "tools", sections: [toolInventory] },
  { tier: 2, sections: [identity, organizationContext, teamNotes] },
  { tier: 2, tag: "environment", sections: [workspace, userProfiles, trust, environmentProfile, knowledge] },
  { tier: 2, tag: "lineage", sections: [lineage] },
  { tier: 2, sections: [scenario] },
  {
    tier: 3,
    tag: "situation",
    sections: [situationLead, project, projectDeliverables, taskBoard, teamStatus, mailbox, sender, timestamp],
  },
];
