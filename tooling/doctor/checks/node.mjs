import { MIN_NODE_MAJOR } from "../../launch/requirements.mjs";
import { failed, ok } from "../verdict.mjs";

export const node = {
  name: "node",
  run: ({ machineNode }) => {
    if (process.platform === "win32") {
      return failed("this is Windows", "Use Cadre inside the Windows Subsystem for Linux (WSL 2).");
    }
    const isNew = Number.parseInt(machineNode, 10) >= MIN_NODE_MAJOR;
    const found = `Node ${machineNode} on ${process.platform} ${process.arch}`;
    return isNew ? ok(found) : failed(found, `Install Node ${MIN_NODE_MAJOR} or newer.`);
  },
};
