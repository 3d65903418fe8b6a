import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { OPEN_ADDRESS } from "../open-address.ts";
import { visibleText } from "../visible-text.ts";

const name = visibleText(API_LIMITS.nameChars);
const text = z.string().max(API_LIMITS.textChars);

/** The prefix of a project's task keys: `DEMO` gives `DEMO-7`. */
export const ProjectKey = z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/, {
  error: "A project key is 2 to 10 capital letters and digits and starts with a letter, such as DEMO.",
});

/** A repository that tasks of the project may read and write: a URL or an absolute path on the executor's machine. */
export const Repository = z.strictObject({
  location: z
    .string()
    .min(1)
    .max(2_000)
    .refine(...OPEN_ADDRESS),
  defaultBranch: z.string().min(1).max(200).optional(),
});
export type Repository = z.infer<typeof Repository>;

const rules = { creationTier: z.enum(["auto", "manager", "human"]) };

/** Rules for the tasks of a project. `creationTier` says who lets an agent's new task start. */
export const ProjectGovernance = z.strictObject({ creationTier: rules.creationTier.default("human") });
export type ProjectGovernance = z.infer<typeof ProjectGovernance>;

const governanceChange = z.strictObject(rules).partial();

export const Project = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  repositories: z.array(Repository),
  governance: ProjectGovernance,
  archivedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Project = z.infer<typeof Project>;

export const NewProject = z.strictObject({
  key: ProjectKey,
  name,
  description: text.default(""),
  repositories: z.array(Repository).max(20).default([]),
  governance: governanceChange.default({}),
});
export type NewProject = z.infer<typeof NewProject>;

export const ProjectChange = z.strictObject({
  name: name.optional(),
  description: text.optional(),
  repositories: z.array(Repository).max(20).optional(),
  governance: governanceChange.optional(),
  isArchived: z.boolean().optional(),
});
export type ProjectChange = z.infer<typeof ProjectChange>;
