import { createHash } from "node:crypto";
import {
  type EntryPayload,
  GivenInstant,
  isHeadMove,
  isStorableValue,
  metadataChars,
  parseEntryText,
  SessionMetadata,
  SessionTitle,
  storedText,
} from "@cadre/domain";
import { SCENARIOS } from "@cadre/harness";
import { API_LIMITS, canonicalJson, Fault, isFault, SESSION_LIMITS } from "@cadre/shared";
import { z } from "zod";

/** The format of the file; a later one says so in its first line. */
export const FILE_FORMAT = 1;

/** Work of a task, or the scenario of a turn. */
const SESSION_KINDS: ReadonlySet<string> = new Set(["task", ...SCENARIOS.map(({ name }) => name)]);

/** The first line: what the session is, and how much of it follows. What a person may give a session has the rules of the doors where they do. */
const SessionLine = z.strictObject({
  type: z.literal("session"),
  format: z.literal(FILE_FORMAT),
  id: z.string().min(1).max(SESSION_LIMITS.entryIdChars),
  kind: z.string().refine((kind) => SESSION_KINDS.has(kind), { error: "is no kind of session" }),
  title: SessionTitle.nullable(),
  metadata: SessionMetadata.refine((metadata) => metadataChars(metadata) <= SESSION_LIMITS.metadataChars, {
    error: `is longer than ${SESSION_LIMITS.metadataChars} characters`,
  }),
  isHumanFacing: z.boolean(),
  headEntryId: z.string().nullable(),
  entries: z.int().nonnegative().max(SESSION_LIMITS.importEntries),
  createdAt: GivenInstant,
  exportedAt: GivenInstant,
  sha256: z.string(),
});
export type SessionLine = z.infer<typeof SessionLine>;

/** One entry, in the order of the log. Its payload is the stored text itself, so that it keeps its bytes. */
const EntryLine = z.strictObject({
  type: z.literal("entry"),
  id: z.string().min(1).max(SESSION_LIMITS.entryIdChars),
  parentId: z.string().nullable(),
  payload: z.string(),
  createdAt: GivenInstant,
  sha256: z.string(),
});
type EntryLine = z.infer<typeof EntryLine>;

/** A long result that the log names by its hash. */
const BlobLine = z.strictObject({ type: z.literal("blob"), hash: z.string(), text: z.string(), sha256: z.string() });

/** The last line: how many stand before it, and the hash of them all with their breaks. */
const EndLine = z.strictObject({ type: z.literal("end"), lines: z.int().positive(), sha256: z.string() });

/** A line without its checksum. */
export type FileLine =
  Omit<SessionLine, "sha256"> | Omit<EntryLine, "sha256"> | Omit<z.infer<typeof BlobLine>, "sha256">;

export type FileEntry = Omit<EntryLine, "payload" | "type"> & {
  readonly seq: number;
  readonly text: string;
  readonly payload: EntryPayload;
  /** The version it was stored in. */
  readonly v: number;
};

export type SessionFile = {
  readonly session: SessionLine;
  readonly entries: readonly FileEntry[];
  /** Texts of the blobs that entries name, by hash. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly sha256: string;
};

export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Writes lines with their checksums, one after another, and the last one that closes the file. */
export class SessionFileWriter {
  readonly #hash = createHash("sha256");
  #lines = 0;

  line(line: FileLine): string {
    const text = `${canonicalJson({ ...line, sha256: sha256Of(canonicalJson(line)) })}\n`;
    this.#hash.update(text);
    this.#lines += 1;
    return text;
  }

  end(): string {
    return `${canonicalJson({ type: "end", lines: this.#lines, sha256: this.#hash.digest("hex") })}\n`;
  }
}

/**
 * Reads a file whole and believes nothing of it: every checksum, every text, every payload, every parent, every blob. Faults:
 * `session.file-damaged` with the line, `session.file-format`, `session.entry-too-new`.
 */
export function readSessionFile(file: string): SessionFile {
  const lines = file.split("\n");
  if (lines.pop() !== "") throw damagedFile(lines.length + 1, "it does not end with a line break, so it is not whole");
  const end = lineAs(EndLine, lines.pop(), lines.length + 1);
  const sha256 = sha256Of(lines.map((line) => `${line}\n`).join(""));
  const checked = lines.map((line, at) => checkedLine(line, at + 1));
  if (end.lines !== lines.length || end.sha256 !== sha256) {
    throw damagedFile(lines.length + 1, "lines are missing, doubled or in another order than they were written");
  }
  requireFormat(checked[0]);
  const session = asLine(SessionLine, checked[0], 1);
  requireCount(session, checked);
  const entries = checked
    .slice(1, 1 + session.entries)
    .map((line, at) => entryOf(asLine(EntryLine, line, at + 2), at + 1));
  const blobs = checked.slice(1 + session.entries).map((line, at) => asLine(BlobLine, line, at + 2 + session.entries));
  requireTree(session, entries);
  return { session, entries, blobs: blobsOf(entries, blobs), sha256 };
}

function lineAs<Line>(schema: z.ZodType<Line>, text: string | undefined, number: number): Line {
  try {
    return asLine(schema, JSON.parse(text ?? ""), number);
  } catch (error) {
    throw isFault(error) ? error : damagedFile(number, "it is no line of such a file");
  }
}

function asLine<Line>(schema: z.ZodType<Line>, value: unknown, number: number): Line {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damagedFile(number, `${issue?.path.join(".") ?? ""} ${issue?.message ?? "is not what it should be"}`.trim());
}

/** Nothing in a file is nested more than a body may be: what reads values level by level would not come back. */
const AnyLine = z.looseObject({ sha256: z.string() }).refine((line) => isWithinLevels(line, API_LIMITS.bodyDepth));

function isWithinLevels(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithinLevels(member, levels - 1));
}

function checkedLine(text: string, number: number): unknown {
  const { sha256, ...line } = lineAs(AnyLine, text, number);
  if (sha256Of(canonicalJson(line)) !== sha256) throw damagedFile(number, "its checksum does not fit what it says");
  requireStorable(line, number);
  return { ...line, sha256 };
}

/** The bytes of a long result lie in a file, which may hold a NUL; every other text goes into the database. */
function requireStorable({ text, ...line }: Readonly<Record<string, unknown>>, number: number): void {
  const isBlob = line["type"] === "blob" && typeof text === "string" && text.isWellFormed();
  if (isStorableValue(line) && (isBlob || isStorableValue(text))) return;
  throw damagedFile(number, "it has a NUL character or half of a surrogate pair, which cannot be stored");
}

const AnyFormat = z.object({ type: z.literal("session"), format: z.number() });

/** A file of another format is whole, and told apart from a damaged one. */
function requireFormat(line: unknown): void {
  const { data } = AnyFormat.safeParse(line);
  if (data === undefined || data.format === FILE_FORMAT) return;
  throw new Fault("invalid", "session.file-format", {
    message: `The file has format ${data.format}; this program reads format ${FILE_FORMAT}. Nothing was imported. Update Cadre here, or export the session with a Cadre that writes format ${FILE_FORMAT}.`,
    field: "file",
    details: { format: data.format, known: FILE_FORMAT },
  });
}

/** The first line says how many entries follow; only long results stand after them. */
function requireCount({ entries }: SessionLine, lines: readonly unknown[]): void {
  const count = lines.filter((line) => IsEntry.safeParse(line).success).length;
  if (count !== entries) throw damagedFile(1, `it tells of ${entries} entries, and the file has ${count}`);
}

const IsEntry = z.object({ type: z.literal("entry") });

/** The payload as today's format reads it, from a text that is exactly what the log stores. */
function entryOf({ type: _, payload: text, ...line }: EntryLine, seq: number): FileEntry {
  try {
    const stored = JSON.parse(text) as EntryPayload;
    if (storedText(stored) === text) return { ...line, seq, text, payload: parseEntryText(text), v: stored.v };
  } catch (error) {
    if (isFault(error, "session.entry-too-new")) throw tooNew(error, seq + 1);
    if (isFault(error)) throw error;
  }
  throw damagedFile(seq + 1, "its payload is nothing that a log stores");
}

/** Parents stand before their children, so there is no circle; ids are not doubled; the head is an entry that says something. */
function requireTree(session: SessionLine, entries: readonly FileEntry[]): void {
  const known = new Map<string, FileEntry>();
  for (const entry of entries) {
    if (known.has(entry.id)) throw damagedFile(entry.seq + 1, `there are two entries ${entry.id}`);
    const parent = entry.parentId === null ? undefined : known.get(entry.parentId);
    if (entry.parentId !== null && (parent === undefined || isHeadMove(parent.payload.kind))) {
      throw damagedFile(entry.seq + 1, `its parent ${entry.parentId} does not stand before it`);
    }
    known.set(entry.id, entry);
  }
  const head = session.headEntryId === null ? undefined : known.get(session.headEntryId);
  if (session.headEntryId !== null && (head === undefined || isHeadMove(head.payload.kind))) {
    throw damagedFile(1, `its head ${session.headEntryId} is no entry of it`);
  }
}

function blobsOf(
  entries: readonly FileEntry[],
  lines: readonly z.infer<typeof BlobLine>[],
): ReadonlyMap<string, string> {
  const texts = new Map(lines.map(({ hash, text }) => [hash, text]));
  if (texts.size < lines.length) throw damagedFile(entries.length + 2, "a long result stands in the file twice");
  const blobs = new Map<string, string>();
  for (const { seq, payload } of entries) {
    if (payload.kind !== "tool-result" || payload.blob === undefined) continue;
    const { hash } = payload.blob;
    const text = texts.get(hash);
    if (text === undefined || sha256Of(text) !== hash) {
      throw damagedFile(seq + 1, `the long result that it names, ${hash}, is not in the file as it was`);
    }
    blobs.set(hash, text);
  }
  const stray = lines.findIndex(({ hash }) => !blobs.has(hash));
  if (stray !== -1) throw damagedFile(entries.length + 2 + stray, "no entry names this long result");
  return blobs;
}

/** Of a log that is a defect of the place; of a file it is one of what was sent. */
function tooNew({ message, code, details }: Fault, line: number): Fault {
  return new Fault("invalid", code, {
    message: `${message} Nothing was imported.`,
    field: "file",
    details: { ...details, line },
  });
}

function damagedFile(line: number, what: string): Fault {
  return new Fault("invalid", "session.file-damaged", {
    message: `Line ${line} of the file is damaged: ${what}. Nothing was imported. Export the session again, or copy the file once more.`,
    field: "file",
    details: { line },
  });
}
