import { type ColumnType, ColumnTypeEnum, type SqlDriverAdapter } from "@prisma/driver-adapter-utils";
import type pg from "pg";

/** What the catalog's columns are made of, by the type's number in Postgres, and what Prisma's engine wants to be told. */
const COLUMN_TYPES: Readonly<Record<number, ColumnType>> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  19: ColumnTypeEnum.Text,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  25: ColumnTypeEnum.Text,
  26: ColumnTypeEnum.Int64,
  1009: ColumnTypeEnum.TextArray,
  1043: ColumnTypeEnum.Text,
};

const NAMES = { provider: "postgres", adapterName: "cadre-read-only" } as const;

/**
 * Lets Prisma's schema engine read the catalog through one connection, and nothing else. Prisma's own adapter cannot: it refuses
 * the catalog's one-byte type, in which Postgres says what a constraint is.
 */
export function readOnlyAdapter(client: pg.Client): SqlDriverAdapter {
  return {
    ...NAMES,
    async queryRaw({ sql, args }) {
      const { fields, rows } = await client.query<unknown[]>({ text: sql, values: args, rowMode: "array" });
      return { columnNames: fields.map(({ name }) => name), columnTypes: fields.map(columnTypeOf), rows };
    },
    executeRaw: refuseToWrite,
    executeScript: refuseToWrite,
    startTransaction: refuseToWrite,
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: false }),
    dispose: async () => undefined,
  };
}

function columnTypeOf({ name, dataTypeID }: pg.FieldDef): ColumnType {
  const type = COLUMN_TYPES[dataTypeID];
  if (type !== undefined) return type;
  throw new Error(
    `The schema engine read "${name}" of type ${dataTypeID} from the catalog. Add the type to COLUMN_TYPES.`,
  );
}

function refuseToWrite(): Promise<never> {
  return Promise.reject(new Error("The schema engine only compares here; it may not change the database."));
}
