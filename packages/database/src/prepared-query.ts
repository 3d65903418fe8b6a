import pg from "pg";
import { valueReader } from "./value-parsers.ts";

/** The connection of a client, as far as a query is concerned with it. */
type Wire = { describe(portal: object): void };

type RowDescription = { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] };
type DataRow = { readonly fields: readonly (string | null)[] };

/** What `pg` calls while it runs a query; its types do not tell. */
type Query = {
  prepare(wire: Wire): void;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  submit: pg.Submittable["submit"];
};
const Query = pg.Query as unknown as new (text: string, values: unknown[]) => Query;

type Columns = readonly { readonly name: string; readonly read: (text: string) => unknown }[];

/** What a connection has told of its prepared statements: Postgres refuses to run one whose columns have changed. */
type Told = { readonly columns: Map<string, Columns>; readonly withoutDescribing: Wire };
const told = new WeakMap<Wire, Told>();

function toldBy(wire: Wire): Told {
  const known = told.get(wire);
  if (known !== undefined) return known;
  const withoutDescribing: Wire = Object.assign(Object.create(wire), { describe: () => undefined });
  const fresh = { columns: new Map(), withoutDescribing };
  told.set(wire, fresh);
  return fresh;
}

/**
 * A prepared statement that asks for its columns once for each connection, and reads rows straight into objects with camelCase names.
 * `pg` itself asks each time and prepares an empty row for each answer, which together cost more than reading the few rows there are.
 */
export class PreparedQuery extends Query {
  readonly name: string;
  readonly #answer = Promise.withResolvers<Record<string, unknown>[]>();
  readonly #rows: Record<string, unknown>[] = [];
  #told: Told | undefined;
  #columns: Columns | undefined;
  #unreadable: Error | undefined;

  constructor(statement: { readonly name: string; readonly text: string }, values: unknown[]) {
    super(statement.text, values);
    this.name = statement.name;
  }

  /** The rows, once the server is ready for the next statement. Rejects with what Postgres refused, or with the connection's error. */
  get answer(): Promise<Record<string, unknown>[]> {
    return this.#answer.promise;
  }

  override prepare(wire: Wire): void {
    this.#told = toldBy(wire);
    this.#columns = this.#told.columns.get(this.name);
    super.prepare(this.#columns === undefined ? wire : this.#told.withoutDescribing);
  }

  override handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name: camelCase(name),
      read: valueReader(dataTypeID),
    }));
  }

  override handleDataRow({ fields }: DataRow): void {
    try {
      const row: Record<string, unknown> = {};
      const columns = this.#columns ?? [];
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at];
        const text = fields[at] ?? null;
        if (column !== undefined) row[column.name] = text === null ? null : column.read(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
  }

  override handleCommandComplete(): void {
    this.#told?.columns.set(this.name, this.#columns ?? []);
  }

  override handleError(error: Error): void {
    this.#answer.reject(error);
  }

  override handleReadyForQuery(): void {
    if (this.#unreadable === undefined) this.#answer.resolve(this.#rows);
    else this.#answer.reject(this.#unreadable);
  }
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
