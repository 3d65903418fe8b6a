import { StepFailure } from "./step-failure.mjs";

export const MIN_NODE_MAJOR = 20;

/** Refuses machines that cannot work, with the reason. */
export function checkRequirements() {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < MIN_NODE_MAJOR) {
    throw new StepFailure(
      `Cadre needs Node ${MIN_NODE_MAJOR} or newer; this is Node ${process.versions.node}.`,
      "Install a current Node from your system or its web site and start again.",
    );
  }
  if (process.platform === "win32") {
    throw new StepFailure(
      "Cadre runs on Linux and macOS.",
      "On Windows, use it inside the Windows Subsystem for Linux (WSL 2).",
    );
  }
}
