import type { BrowserContext, Route } from "playwright-core";
import {
  type Answer,
  answersOf,
  branchesOf,
  isFreeText,
  joined,
  namedBy,
  nameOf,
  type OpenApi,
  type Schema,
} from "./answer-fields.ts";

/** What stands in a field instead of what the product answered. */
export type Filling = {
  textOf(name: string): string;
  /** So many items of a list are filled; the others stay as they are. */
  readonly items: number;
};

export type HostileAnswers = {
  fill: Filling | undefined;
  /** Fields that were filled, each as operation and way. */
  readonly filled: Set<string>;
  readonly asked: Set<string>;
};

/** Names under which nobody can write what he likes: ids, marks, and words of closed lists that the document gives as text. */
export const CLOSED_NAMES: readonly string[] =
  `nextCursor key slug prefix keyEnding mentions hash hashBefore hashAfter blobHash manifestHash sha256 signature sealed base64
   every cron timeZone mediaType type kind eventType eventTypes topic purpose level move fromStatus toStatus outcome scenario rawTextRef
   pausedBy decidedBy approvedBy`.split(/\s+/);

export function isClosed(name: string): boolean {
  return /^id$|Ids?$/.test(name) || name === "replayOf" || CLOSED_NAMES.includes(name);
}

const ID = /^[a-z]{2,6}_[0-9a-z]{26}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Puts a filling into every answer that the pages of a browser get, wherever the OpenAPI document lets a text stand. */
export async function fillAnswers(context: BrowserContext, document: OpenApi): Promise<HostileAnswers> {
  const answers = answersOf(document);
  const state: HostileAnswers = { fill: undefined, filled: new Set(), asked: new Set() };
  await context.route("**/api/v1/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = answers.find(({ address }) => address.test(pathname));
    if (state.fill === undefined || answer === undefined || route.request().method() !== "GET") return route.continue();
    state.asked.add(answer.operation);
    return answerInstead(route, answer, { document, state, fill: state.fill });
  });
  return state;
}

type Work = { readonly document: OpenApi; readonly state: HostileAnswers; readonly fill: Filling };

async function answerInstead(route: Route, answer: Answer, work: Work): Promise<void> {
  if (answer.mediaType === "text/event-stream") return route.continue();
  if (answer.mediaType === "application/octet-stream") return route.fulfill({ body: work.fill.textOf("content") });
  const response = await route.fetch();
  if (!response.ok()) return route.fulfill({ response });
  const place = { pointer: "", example: answer.example, operation: answer.operation };
  return route.fulfill({ response, json: filled(answer.schema, await response.json(), { ...work, ...place }) });
}

type Place = Work & { readonly operation: string; readonly pointer: string; readonly example: unknown };

function filled(schema: Schema, value: unknown, place: Place): unknown {
  const named = namedBy(place.document, schema);
  if (named !== undefined) return filled(named, value, place);
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const given = value ?? (isClosed(nameOf(place.pointer)) ? null : place.example) ?? null;
    const branch = branches.find((each) => fits(place.document, each, given));
    return branch === undefined ? value : filled(branch, given, place);
  }
  if (isFreeText(schema)) return textAt(value, place);
  if (Array.isArray(value)) return listAt(schema, value, place);
  if (typeof value === "object" && value !== null) return objectAt(schema, value, place);
  return Object.keys(schema).length === 0 ? anything(value, place) : value;
}

function textAt(value: unknown, place: Place): unknown {
  const name = nameOf(place.pointer);
  if (isClosed(name) || (typeof value === "string" && (ID.test(value) || INSTANT.test(value)))) return value;
  place.state.filled.add(`${place.operation} ${place.pointer}`);
  return place.fill.textOf(name);
}

function listAt({ items }: Schema, value: readonly unknown[], place: Place): unknown {
  if (items === undefined) return value;
  const first = Array.isArray(place.example) ? (place.example[0] as unknown) : undefined;
  const all = value.length === 0 && first !== undefined ? [first] : value;
  const inner = { ...place, pointer: joined(place.pointer, "[]"), example: first };
  return all.map((item, index) => (index < place.fill.items ? filled(items, item, inner) : item));
}

function objectAt({ properties = {}, additionalProperties }: Schema, value: object, place: Place): unknown {
  const examples = new Map(Object.entries(place.example ?? {}));
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const schema = properties[name] ?? (typeof additionalProperties === "object" ? additionalProperties : {});
    const pointer = joined(place.pointer, name in properties ? name : "*");
    return [name, filled(schema, inner, { ...place, pointer, example: examples.get(name) })] as const;
  });
  // What may have any name has a hostile one too.
  const isOpen = typeof additionalProperties === "object" && Object.keys(properties).length === 0;
  const more = isOpen ? [[place.fill.textOf("key"), place.fill.textOf("value")] as const] : [];
  return Object.fromEntries([...entries, ...more]);
}

/** Where the document allows anything, every text is filled. */
function anything(value: unknown, place: Place): unknown {
  if (typeof value === "string") return textAt(value, place);
  if (Array.isArray(value)) return value.map((item) => anything(item, place));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      anything(inner, { ...place, pointer: joined(place.pointer, name) }),
    ]),
  );
}

function fits(document: OpenApi, schema: Schema, value: unknown): boolean {
  const named = namedBy(document, schema);
  if (named !== undefined) return fits(document, named, value);
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.some((branch) => fits(document, branch, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.type === undefined) return true;
  if (![schema.type].flat().includes(kindOf(value))) return false;
  if (typeof value !== "object" || value === null) return true;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(schema.properties ?? {}).every(
    ([name, { const: only, enum: some }]) =>
      (only === undefined || fields.get(name) === only) &&
      (some === undefined || some.includes(fields.get(name) ?? null) || !fields.has(name)),
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

const MOST_WORDS_CHARS = 200;

/** Each field holds the beginning of every text. */
export function wordsFilling(texts: readonly string[]): Filling {
  // What swallows all that follows it in Markdown comes last.
  const swallows = (text: string): boolean => /```|~~~|^(> |- )/.test(text);
  const whole = [...texts.filter((text) => !swallows(text)), ...texts.filter(swallows)]
    .map((text) => text.slice(0, MOST_WORDS_CHARS).toWellFormed())
    .join("\n\n");
  // An address is one to whoever accepted it.
  return { items: 6, textOf: (name) => (/url$/i.test(name) ? `https://evil.test/?${whole}` : whole) };
}

/** What tools and models write: a line of a million characters, as long as the longest that a tool writes. */
const ENDLESS_NAMES: readonly string[] = ["text", "content", "output", "fullText", "value"];
const ENDLESS_CHARS = 1_000_000;
/** As long as a note of a task, the longest that is no text of its own. */
const OTHER_CHARS = 20_000;

/** Each field of the first item of a list holds one word, as long as a request may send it under that name. */
export function longFilling(limits: ReadonlyMap<string, number>): Filling {
  return {
    items: 1,
    textOf: (name) => wordOf(ENDLESS_NAMES.includes(name) ? ENDLESS_CHARS : (limits.get(name) ?? OTHER_CHARS)),
  };
}

/** Wide letters, and such as stand closer together than their widths. */
function wordOf(chars: number): string {
  return "WAVAT".repeat(Math.ceil(chars / 5)).slice(0, chars);
}
