export { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
export { type Asked, gathered, type GatherOptions } from "./gathered.ts";
export { isConnectionLost, sqlStateOf } from "./lost-connection.ts";
export { migrate, type MigrateOptions, type MigrationStep, missingMigrations } from "./migrate.ts";
export { createPool, type PoolOptions } from "./pool.ts";
export { type SqlValue } from "./statement.ts";
export { type ActorRef, type OutboxEvent, Unit, type UnitOptions } from "./unit.ts";
export { type RowOf, type RowsStatement, rowsStatement } from "./rows-statement.ts";
