import type { NewId } from "@cadre/shared";
import type pg from "pg";
import { askedRows, type ColumnTypes, type RowOf, type RowsStatement } from "./rows-statement.ts";
import { isPlannedWithValues, runPlannedStatement, runStatement, type SqlValue } from "./statement.ts";

export type ActorRef = {
  readonly kind: "person" | "agent" | "system";
  readonly id: string;
  /** The sign-in or API key of a person, for the audit. */
  readonly credentialId?: string | undefined;
};

/** Something that happened, written to the outbox with the change itself (I4). `type` reads noun.past. */
export type OutboxEvent = {
  readonly type: string;
  readonly entity: { readonly kind: string; readonly id: string };
  readonly payload: Readonly<Record<string, unknown>>;
  readonly actor: ActorRef;
};

export type UnitOptions = { readonly organizationId: string; readonly newId: NewId };

/** One transaction and what belongs to it: its events, and the hints rung after it commits. */
export class Unit {
  readonly organizationId: string;
  readonly newId: NewId;
  readonly #client: pg.ClientBase;
  readonly #events: OutboxEvent[] = [];
  readonly #afterCommit: (() => void)[] = [];
  readonly #sent: Promise<unknown>[] = [];

  constructor(client: pg.ClientBase, options: UnitOptions) {
    this.#client = client;
    this.organizationId = options.organizationId;
    this.newId = options.newId;
  }

  /** Rows of a prepared statement. The text must be a constant of the code. */
  query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const run = isPlannedWithValues(text) ? runPlannedStatement : runStatement;
    return run<Row>(this.#client, text, values);
  }

  /**
   * Sends a statement whose rows nobody needs. Its failure fails the unit; work that only sends is committed in the same round trip, so
   * what must not be committed has to fail in Postgres.
   */
  send(text: string, values: readonly SqlValue[]): void {
    const sent = this.query(text, values);
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }

  /** The first row, or undefined. */
  async first<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row | undefined> {
    const rows = await this.query<Row>(text, values);
    return rows[0];
  }

  /** Writes rows by their statement, in this transaction. */
  write<Row, C extends ColumnTypes>(statement: RowsStatement<C>, rows: readonly RowOf<C>[]): Promise<Row[]> {
    const { text, values } = askedRows(statement, rows, "long");
    return this.query(text, values);
  }

  /** How many rows a writing statement touched; the statement must end in `returning`. */
  async count(text: string, values: readonly SqlValue[] = []): Promise<number> {
    const rows = await this.query<unknown>(text, values);
    return rows.length;
  }

  /** Adds an event to the outbox; it is written when the unit commits. */
  emit(event: OutboxEvent): void {
    this.#events.push(event);
  }

  /** Whether it tells of anything. */
  get hasEvents(): boolean {
    return this.#events.length > 0;
  }

  /** Runs after the commit, never after a rollback. Hints only: a process may die between commit and call. */
  afterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  /** Writes the collected events in one statement, and waits for all that was sent. Called once, just before the commit. */
  async flush(): Promise<void> {
    await Promise.all([...this.#sent, this.#flushEvents()]);
  }

  async #flushEvents(): Promise<void> {
    if (this.#events.length === 0) return;
    const events = this.#events;
    await this.query(
      `insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id, credential_id)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])`,
      [
        events.map(() => this.newId("event")),
        events.map(() => this.organizationId),
        events.map((event) => event.type),
        events.map((event) => event.entity.kind),
        events.map((event) => event.entity.id),
        events.map((event) => JSON.stringify(event.payload)),
        events.map((event) => event.actor.kind),
        events.map((event) => event.actor.id),
        events.map((event) => event.actor.credentialId ?? null),
      ],
    );
  }

  runAfterCommit(): void {
    for (const run of this.#afterCommit) run();
  }
}
