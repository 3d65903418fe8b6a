import type { PromptFacts, PromptProfile, StableFacts } from "../prompt-facts.ts";
import { announcements } from "./announcements.section.ts";
import { availableSkills } from "./available-skills.section.ts";
import { channelHistory } from "./channel-history.section.ts";
import { collapseModel } from "./collapse-model.section.ts";
import { communicationRules } from "./communication-rules.section.ts";
import type { Section } from "./define-section.ts";
import { deliverableFormat } from "./deliverable-format.section.ts";
import { dynamicContext } from "./dynamic-context.section.ts";
import { environmentProfile } from "./environment-profile.section.ts";
import { exploration } from "./exploration.section.ts";
import { feedback } from "./feedback.section.ts";
import { harnessRules } from "./harness-rules.section.ts";
import { identity } from "./identity.section.ts";
import { introduction } from "./introduction.section.ts";
import { knowledge } from "./knowledge.section.ts";
import { lineage } from "./lineage.section.ts";
import { mailbox } from "./mailbox.section.ts";
import { orchestration } from "./orchestration.section.ts";
import { organizationContext } from "./organization-context.section.ts";
import { policies } from "./policies.section.ts";
import { projectDeliverables } from "./project-deliverables.section.ts";
import { project } from "./project.section.ts";
import { role } from "./role.section.ts";
import { scenario } from "./scenario.section.ts";
import { sender } from "./sender.section.ts";
import { sessionModel } from "./session-model.section.ts";
import { sharedDeliverables } from "./shared-deliverables.section.ts";
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
import { workingDirectory } from "./working-directory.section.ts";
import { workspace } from "./workspace.section.ts";

/** A run of sections of one tier, inside a tag when it has one. Only tier 3 may read how things are at the moment. */
export type SectionGroup =
  | { readonly tier: 1 | 2; readonly tag?: string; readonly sections: readonly Section<StableFacts>[] }
  | { readonly tier: 3; readonly tag?: string; readonly sections: readonly Section<PromptFacts>[] };

const FULL: readonly SectionGroup[] = [
  {
    tier: 1,
    tag: "harness",
    sections: [
      introduction,
      role,
      sessionModel,
      collapseModel,
      exploration,
      orchestration,
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
    sections: [
      situationLead,
      project,
      announcements,
      feedback,
      projectDeliverables,
      sharedDeliverables,
      dynamicContext,
      availableSkills,
      taskBoard,
      teamStatus,
      channelHistory,
      mailbox,
      sender,
      timestamp,
    ],
  },
];

const HARNESS: readonly SectionGroup[] = [
  {
    tier: 1,
    tag: "harness",
    sections: [introduction, sessionModel, collapseModel, exploration, orchestration, harnessRules],
  },
  { tier: 1, tag: "tools", sections: [toolInventory] },
  { tier: 2, tag: "environment", sections: [workingDirectory, knowledge] },
  { tier: 2, tag: "lineage", sections: [lineage] },
];

/** The system prompt from top to bottom (decisions, "C's four blocks inside P's tiers"). */
export const SECTION_ORDER: Readonly<Record<PromptProfile, readonly SectionGroup[]>> = { full: FULL, harness: HARNESS };
