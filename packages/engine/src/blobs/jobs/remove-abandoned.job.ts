import { TOOL_LIMITS } from "@cadre/shared";
import { defineJob } from "../../jobs/define-job.ts";

export const removeAbandonedJob = defineJob({
  name: "blobs.remove-abandoned",
  cron: "53 2 * * *",
  run: ({ blobs, now }) => blobs.removeAbandoned(new Date(now().getTime() - TOOL_LIMITS.blobAbandonedAfterMs)),
});
