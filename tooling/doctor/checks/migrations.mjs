import { join } from "node:path";
import { loadCompiled } from "../situation.mjs";
import { failed, ok, warning } from "../verdict.mjs";

export const migrations = {
  name: "migrations",
  run: async (situation) => {
    if (situation.databaseUrl === undefined) return ok("looked at by every start");
    const compiled = await loadCompiled(situation, "packages/database/dist/index.js");
    if (compiled === undefined) return warning("not looked at: nothing is compiled yet", "Run `npm run build`.");
    try {
      const folder = join(situation.root, "prisma/migrations");
      const missing = await compiled.missingMigrations({ url: situation.databaseUrl, folder });
      if (missing.length === 0) return ok("the database is up to date");
      return warning(
        `${missing.length} to apply, first ${missing[0]}`,
        "`npm start` or the migration job applies them.",
      );
    } catch (error) {
      return failed(error.message, "Put right what it says, then run the doctor again.");
    }
  },
};
