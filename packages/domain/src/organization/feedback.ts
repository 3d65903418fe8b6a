import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { visibleText } from "../visible-text.ts";

const rating = z.int().min(1).max(5).describe("1 poor … 5 excellent.");

/** What a person said of an agent, a task or a deliverable. The agent whose work it is reads it. */
export const Feedback = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  agentId: z.string().describe("Whose work it is about."),
  taskId: z.string().nullable(),
  deliverableId: z.string().nullable(),
  about: z.string().describe("What it is about, in words: a name, or the key and title of a task."),
  rating: rating.nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type Feedback = z.infer<typeof Feedback>;

export const NewFeedback = z
  .strictObject({
    agentId: z.string().optional(),
    taskId: z.string().optional(),
    deliverableId: z.string().optional(),
    rating: rating.optional(),
    text: visibleText(API_LIMITS.feedbackChars),
  })
  .refine(
    ({ agentId, taskId, deliverableId }) =>
      [agentId, taskId, deliverableId].filter((id) => id !== undefined).length === 1,
    { error: "Name one of agentId, taskId and deliverableId." },
  );
export type NewFeedback = z.infer<typeof NewFeedback>;
