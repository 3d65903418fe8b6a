import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readHouse } from "./read-house.ts";
import { lockedChecksums, MIGRATION_LOCK, migrationChecksums } from "./rules/frozen-migrations.ts";

/** Freezes migrations that are not frozen yet; those that are keep their checksum, edited or not. */
const house = readHouse(join(import.meta.dirname, "../.."));
const checksums = { ...migrationChecksums(house), ...lockedChecksums(house) };
writeFileSync(join(house.root, MIGRATION_LOCK), `${JSON.stringify(checksums, null, 2)}\n`);
