import { TaskSchedule } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

export const scheduleEndpoints = {
  preview: defineEndpoint({
    id: "schedules.preview",
    method: "POST",
    path: "/schedules/preview",
    summary: "When a schedule that began now would run next. Nothing is stored.",
    access: "viewer",
    body: z.strictObject({
      schedule: TaskSchedule,
      count: z.int().min(1).max(API_LIMITS.schedulePreviewMax).default(API_LIMITS.schedulePreviewDefault),
    }),
    response: z.object({
      instants: z.array(Timestamp).describe("Fewer than asked for when the schedule ends before."),
    }),
    status: 200,
    faults: [{ kind: "invalid", code: "schedule.bad-cron" }],
    example: { schedule: { cron: "0 9 * * 1-5", timeZone: "Europe/London" }, count: 3 },
  }),
};
