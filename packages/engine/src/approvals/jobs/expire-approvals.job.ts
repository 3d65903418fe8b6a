import { defineJob } from "../../jobs/define-job.ts";
import { expireApprovals } from "../expire-approvals.ts";

export const expireApprovalsJob = defineJob({
  name: "approvals.expire-approvals",
  cron: "* * * * *",
  run: expireApprovals,
});
