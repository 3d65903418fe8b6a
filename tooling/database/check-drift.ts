import { schemaDiff } from "./schema-diff.ts";
import { readSchemaFiles } from "./schema-files.ts";
import { withThrowAwayDatabase } from "./throw-away-database.ts";

/** Says whether the migrations make what `prisma/schema` describes. Exit code 1, with the SQL between them, when they do not. */
const sql = await withThrowAwayDatabase((url) => schemaDiff(url, readSchemaFiles()));
if (sql === "") {
  process.stdout.write("The migrations and prisma/schema agree.\n");
} else {
  process.stderr.write(`The migrations do not make what prisma/schema says. What is between them:\n\n${sql}`);
  process.exitCode = 1;
}
