export { fact, FACT_META } from "./fact.ts";
export { openTestDatabase, type TestDatabase } from "./test-database.ts";
