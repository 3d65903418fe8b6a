import { schemaDiff } from "./schema-diff.ts";
import { readSchemaFiles } from "./schema-files.ts";
import { withThrowAwayDatabase } from "./throw-away-database.ts";

/** Prints the SQL that leads from what the migrations make to what `prisma/schema` says: a draft for the next migration. */
const sql = await withThrowAwayDatabase((url) => schemaDiff(url, readSchemaFiles()));
process.stdout.write(sql === "" ? "-- The migrations already make what prisma/schema says.\n" : sql);
