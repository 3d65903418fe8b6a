import type { Database } from "@cadre/database";
import type { NewId } from "@cadre/shared";

/** What a row factory needs. Factories write rows as they are, past the rules, so that a test starts where its story does. */
export type FactoryDeps = { readonly database: Database; readonly newId: NewId };
