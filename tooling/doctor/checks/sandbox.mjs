import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { accessSync, constants } from "node:fs";
import { ok, warning } from "../verdict.mjs";

const LINUX_PROGRAMS = ["bwrap", "socat", "rg"];
const CONSEQUENCE = "every shell command of an agent needs a person's approval";

export const sandbox = {
  name: "sandbox",
  run: () => {
    if (process.platform === "darwin") return ok("the system's own sandbox");
    const missing = LINUX_PROGRAMS.filter((name) => !isOnPath(name));
    if (missing.length > 0) {
      return warning(
        `missing: ${missing.join(", ")}; so ${CONSEQUENCE}`,
        "Install bubblewrap, socat and ripgrep, on Debian: apt-get install bubblewrap socat ripgrep",
      );
    }
    if (spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0)
      return ok("bubblewrap works");
    return warning(
      `bubblewrap may not make namespaces here; so ${CONSEQUENCE}`,
      "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1), or run outside the container.",
    );
  },
};

function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
}
