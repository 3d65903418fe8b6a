import { join } from "node:path";
import { migrate } from "@cadre/database";
import { isFault } from "@cadre/shared";
import { readEnv, ROOT } from "./env.ts";

/** The migration job of a fleet: brings the database of `DATABASE_URL` to the newest migration and ends. */
const { databaseUrl } = readEnv(process.env);
try {
  if (databaseUrl === undefined) throw new Error("Set DATABASE_URL: the migration job has no database of its own.");
  const applied = await migrate({ url: databaseUrl, folder: join(ROOT, "prisma/migrations") });
  console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
} catch (error) {
  console.error(isFault(error) ? error.message : error);
  process.exitCode = 1;
}
