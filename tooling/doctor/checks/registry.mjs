import { spawnSync } from "node:child_process";
import { failed, ok } from "../verdict.mjs";

const TIMEOUT_MS = 20_000;

/** The registry matters only until everything is installed. */
export const registry = {
  name: "registry",
  run: ({ isInstalled }) => {
    if (isInstalled) return ok("not needed: everything is installed");
    const answer = spawnSync("npm", ["ping"], { encoding: "utf8", timeout: TIMEOUT_MS });
    if (answer.status === 0) return ok("the npm registry answers");
    return failed(
      "the npm registry does not answer",
      "Check the network, the proxy, and `npm config get registry`; then start again.",
    );
  },
};
