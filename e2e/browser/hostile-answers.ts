import type { BrowserContext, Page, Route } from "playwright-core";
import {
  allAnswersOf,
  type Answer,
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
  /** What stands in every answer; undefined leaves the product's own. */
  fill: Filling | undefined;
  /** Operations that fail instead of answering. */
  fails: (operation: string) => boolean;
  /** Lists that seem empty. */
  isEmpty: (operation: string) => boolean;
  /** Changes never reach the product: each is refused at its fields, then as a whole, then seems done. */
  changes: "let through" | "played";
  /** Fields that were filled, each as operation and way. */
  readonly filled: Set<string>;
  readonly asked: Set<string>;
  /** Changes that were asked for. */
  readonly changed: Set<string>;
  /** How often a page asked for changes. */
  changesOf(page: Page): number;
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

/**
 * Puts a filling into every answer that the pages of a browser get, wherever the OpenAPI document lets a text stand. Of what the product
 * does not have, the document's example is answered.
 */
export async function fillAnswers(context: BrowserContext, document: OpenApi): Promise<HostileAnswers> {
  const answers = allAnswersOf(document);
  const played = new Map<Page, Map<string, number>>();
  const state: HostileAnswers = {
    fill: undefined,
    fails: () => false,
    isEmpty: () => false,
    changes: "let through",
    filled: new Set(),
    asked: new Set(),
    changed: new Set(),
    changesOf: (page) => [...(played.get(page)?.values() ?? [])].reduce((sum, each) => sum + each, 0),
  };
  const timesOf = (page: Page, operation: string): number => {
    const times = played.get(page) ?? new Map<string, number>();
    played.set(page, times);
    const before = times.get(operation) ?? 0;
    times.set(operation, before + 1);
    return before;
  };
  await context.route("**/api/v1/**", async (route) => {
    const method = route.request().method();
    const { pathname } = new URL(route.request().url());
    const answer = answers.find((each) => each.method === method && each.address.test(pathname));
    if (state.fill === undefined || answer === undefined) return route.continue();
    const work = { document, state, fill: state.fill };
    if (method !== "GET") {
      if (state.changes === "let through") return route.continue();
      state.changed.add(answer.operation);
      return playChange(route, answer, { ...work, times: timesOf(route.request().frame().page(), answer.operation) });
    }
    state.asked.add(answer.operation);
    return state.fails(answer.operation) ? fail(route, answer, work) : answerInstead(route, answer, work);
  });
  return state;
}

type Work = { readonly document: OpenApi; readonly state: HostileAnswers; readonly fill: Filling };

async function answerInstead(route: Route, answer: Answer, work: Work): Promise<void> {
  if (answer.mediaType === "text/event-stream") return route.continue();
  if (answer.mediaType === "application/octet-stream") return route.fulfill({ body: work.fill.textOf("content") });
  const response = await route.fetch();
  const place = { pointer: "", example: answer.example, operation: answer.operation };
  const own: unknown = response.ok() ? await response.json() : exampleOf(route, answer);
  const isEmpty = work.state.isEmpty(answer.operation) && typeof own === "object" && own !== null && "data" in own;
  const value = isEmpty ? { ...own, data: [] } : own;
  const json = isEmpty ? value : filled(answer.schema, value, { ...work, ...place });
  return route.fulfill({ status: 200, json });
}

/** Of a list the example's second page is its last one: its cursor leads to itself, and some lists are read to their end. */
function exampleOf(route: Route, { example }: Answer): unknown {
  const isFurther = new URL(route.request().url()).searchParams.has("cursor");
  const hasCursor = typeof example === "object" && example !== null && "nextCursor" in example;
  return isFurther && hasCursor ? { ...example, nextCursor: null } : example;
}

/** How often a change is answered before everything was seen of it. */
export const PLAYED_ANSWERS = 3;

function playChange(route: Route, answer: Answer, work: Work & { readonly times: number }): Promise<void> {
  const turn = work.times % PLAYED_ANSWERS;
  if (turn < PLAYED_ANSWERS - 1) {
    return fail(route, turn === 0 ? answer : { ...answer, given: [] }, work);
  }
  if (answer.mediaType !== "application/json") return route.fulfill({ status: answer.status, body: "" });
  const place = { pointer: "", example: answer.example, operation: answer.operation };
  const json = filled(answer.schema, answer.example, { ...work, ...place });
  return route.fulfill({ status: answer.status, json });
}

/** What went wrong, in hostile words: with each field that was given, and as a whole where nothing was. */
function fail(route: Route, { given, method }: Answer, { fill }: Work): Promise<void> {
  const said = fill.textOf(PROBLEM);
  const errors = given.map((field) => ({ field, message: said }));
  const status = method === "GET" ? 500 : errors.length > 0 ? 422 : 409;
  return route.fulfill({
    status,
    contentType: "application/problem+json",
    headers: { "x-request-id": "<script>window.__ran=true</script>" },
    body: JSON.stringify({
      type: said,
      title: said,
      detail: said,
      status,
      code: "hostile.words",
      ...(errors.length > 0 ? { errors } : {}),
    }),
  });
}

type Place = Work & { readonly operation: string; readonly pointer: string; readonly example: unknown };

function filled(schema: Schema, value: unknown, place: Place): unknown {
  const named = namedBy(place.document, schema);
  if (named !== undefined) return filled(named, value, place);
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    // An instant that is not there says how a thing stands: none is put in its place.
    const isKept =
      isClosed(nameOf(place.pointer)) || (typeof place.example === "string" && INSTANT.test(place.example));
    const given = value ?? (isKept ? null : place.example) ?? null;
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
const PROBLEM = "problem";
const ENDLESS_NAMES: readonly string[] = ["text", "content", "output", "fullText", "value", PROBLEM];
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

/** Longer than any screen is wide. */
const LINE_CHARS = 2_000;

/** Words and then a line in each field: both at once, where there is much to open. What tools and models write has a million characters. */
export function mixedFilling(texts: readonly string[]): Filling {
  const words = wordsFilling(texts);
  const lineOf = (name: string): string => wordOf(ENDLESS_NAMES.includes(name) ? ENDLESS_CHARS : LINE_CHARS);
  // Two of a list show what all do.
  return { items: 2, textOf: (name) => `${words.textOf(name)}\n\n${lineOf(name)}` };
}

/** Of what is said of a failure a page shows the beginning: a word that no screen has room for, and of each text enough to run or load. */
const SAID_LINE_CHARS = 300;
const SAID_TEXT_CHARS = 50;

/** What fails says so in a wide word, the beginnings of these texts, and a line of a million characters; everything else has words and lines. */
export function failingFilling(texts: readonly string[]): Filling {
  const mixed = mixedFilling(texts);
  const beginnings = texts.map((text) => text.slice(0, SAID_TEXT_CHARS).toWellFormed()).join("\n");
  const said = `${wordOf(SAID_LINE_CHARS)}\n${beginnings}\n${wordOf(ENDLESS_CHARS)}`;
  return { ...mixed, textOf: (name) => (name === PROBLEM ? said : mixed.textOf(name)) };
}

/** Wide letters, and such as stand closer together than their widths. */
function wordOf(chars: number): string {
  return "WAVAT".repeat(Math.ceil(chars / 5)).slice(0, chars);
}
