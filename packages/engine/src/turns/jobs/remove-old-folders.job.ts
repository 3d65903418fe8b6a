import { defineJob } from "../../jobs/define-job.ts";
import { removeOldFolders } from "../workspaces/remove-old-folders.ts";

export const removeOldFoldersJob = defineJob({
  name: "turns.remove-old-folders",
  cron: "23 3 * * *",
  run: removeOldFolders,
});
