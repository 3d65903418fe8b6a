import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../situation.mjs";
import { failed, ok } from "../verdict.mjs";
import { nearestExisting } from "./disk.mjs";

export const home = {
  name: "home",
  run: ({ home: folder }) => {
    const existing = nearestExisting(folder);
    if (!statSync(existing).isDirectory()) return failed(`${existing} is a file`, "Set CADRE_HOME to a folder.");
    try {
      accessSync(existing, constants.W_OK | constants.X_OK);
    } catch {
      return failed(`${existing} is not writable`, "Make it writable, or set CADRE_HOME to a folder that is.");
    }
    if (!existsSync(folder)) return ok(`${folder} (made at the first start)`);
    return damageOf(folder) ?? ok(folder);
  },
};

function damageOf(folder) {
  const record = join(folder, "postgres.json");
  const anew = `Restore it from a backup; or, to begin anew, move ${folder} away.`;
  if (existsSync(record) && readJson(record) === undefined) return failed(`${record} is damaged`, anew);
  if (!existsSync(record) && existsSync(join(folder, "postgres"))) return failed(`${record} is gone`, anew);
  return undefined;
}
