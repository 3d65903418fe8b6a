import { pendingSteps } from "../../launch/prepare.mjs";
import { ok, warning } from "../verdict.mjs";

export const packages = {
  name: "packages",
  run: () => {
    const pending = pendingSteps();
    if (pending.length === 0) return ok("installed and compiled");
    return warning(`to do: ${pending.join(", ")}`, "Nothing: the next `npm start` does it. Or now: `npm run build`.");
  },
};
