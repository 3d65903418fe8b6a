import pg from "pg";

const INT8_OID = 20;

/** How values are read. Bigint columns arrive as numbers: positions, micro-dollars and bytes stay below 2^53. */
export const VALUE_PARSERS = new pg.TypeOverrides();
VALUE_PARSERS.setTypeParser(INT8_OID, Number);

/** What reads the text of a value of this type. */
export function valueReader(typeOid: number): (text: string) => unknown {
  return VALUE_PARSERS.getTypeParser(typeOid, "text") as unknown as (text: string) => unknown;
}
