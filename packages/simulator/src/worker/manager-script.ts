import type { ListedTask } from "./brief.ts";
import { listedTasks } from "./brief.ts";
import { type Colleague, findColleague, readColleagues } from "./colleagues.ts";
import { decline, giveUp, readBack } from "./endings.ts";
import { strikeOutOld } from "./lifted-block.ts";
import type { Part, PartsText } from "./parts-text.ts";
import { type Acting, ask, look, type Outcome, type Script } from "./script.ts";
import { quoted, type Situation, stepBeforeSummary, tagged } from "./situation.ts";
import { readTaskText } from "./task-text.ts";
import { finish, planOf } from "./worker-script.ts";

type Assigned = { readonly part: Part; readonly assignee: Colleague; readonly reviewer: Colleague };

/** The manager: hands each part to a colleague, waits, looks at what came back, does the rest itself and submits. */
export function* managerScript(situation: Situation, { parts, rest }: PartsText): Script {
  const text = readTaskText(rest);
  const isRevised = situation.brief.sentBack !== undefined;
  if (isRevised) {
    const plan = planOf(situation, text);
    if (typeof plan === "string") return yield* decline(situation, plan);
    return yield* finish(situation, text, { steps: plan, isRevised });
  }
  const [unknown] = text.misunderstood;
  if (unknown !== undefined)
    return yield* decline(situation, `I do not understand this item of the checklist: "${unknown}".`);
  const order = inOrder(parts);
  if (typeof order === "string") return yield* decline(situation, order);
  const ids = yield* handOut(situation, order);
  if ("what" in ids) return yield* giveUp(situation, ids);
  const children = yield* waitFor(situation, ids);
  const unfinished = children.filter(({ status }) => status !== "completed");
  if (unfinished.length > 0) {
    const states = unfinished.map(({ title, status }) => `"${title}" is ${status}`).join(", ");
    return yield* decline(situation, `Not every part was completed: ${states}.`);
  }
  yield* strikeOutOld(situation, [...text.steps, ...text.acceptance]);
  const lead = yield* lookAtResults(situation, children, text.deliverables);
  return yield* finish(situation, text, { steps: text.steps, isRevised, lead });
}

/** Opens what the children handed over and is not read anyway later; what cannot be opened is said, not hidden. */
function* lookAtResults(
  situation: Situation,
  children: readonly ListedTask[],
  readLater: readonly string[],
): Acting<string> {
  const paths = [...new Set(children.flatMap((child) => child.paths))].filter((path) => !readLater.includes(path));
  const { read, failures } = yield* readBack(situation, paths, []);
  return [
    ...children.map(({ title, status }) => `- part "${title}": ${status}`),
    ...read.map(({ path, text }) => `- read ${path}: ${Buffer.byteLength(text)} bytes`),
    ...failures.map(({ what, text }) => `- could not ${what}: ${quoted(text, 200)}`),
  ].join("\n");
}

/** Parts with those first that others wait for, or why there is no such order. */
function inOrder(parts: readonly Part[]): readonly Part[] | string {
  const ordered: Part[] = [];
  const isIn = (list: readonly Part[], title: string): boolean => list.some((part) => sameTitle(part.title, title));
  for (const part of parts) {
    const unknown = part.after.find((title) => !isIn(parts, title));
    if (unknown !== undefined)
      return `The part "${part.title}" comes after "${unknown}", which is no part of this task.`;
  }
  while (ordered.length < parts.length) {
    const next = parts.find((part) => !ordered.includes(part) && part.after.every((title) => isIn(ordered, title)));
    if (next === undefined) return "The parts wait for each other in a circle.";
    ordered.push(next);
  }
  return ordered;
}

type Failed = { readonly what: string; readonly text: string };

function* handOut(situation: Situation, order: readonly Part[]): Acting<Map<string, Part> | Failed> {
  const { brief, tools } = situation;
  const ids = new Map<string, Part>();
  for (const part of order) {
    const existing = brief.children.find((child) => sameTitle(child.title, part.title));
    if (existing !== undefined) ids.set(existing.id, part);
  }
  const isMissing = (part: Part): boolean => ![...ids.values()].includes(part);
  if (order.some(isMissing) && isFolded(situation))
    for (const [id, part] of yield* findMade(situation, order.filter(isMissing))) ids.set(id, part);
  const missing = order.filter(isMissing);
  if (missing.length === 0) return ids;
  const list = tools.call("colleagues", {});
  if (list === undefined) return { what: "look up colleagues", text: "No tool for this was offered to me." };
  const listing = yield* look(tagged(`I understand ${order.length} parts and look up who can do them.`), list);
  if (listing.state === "failed") return { what: "look up colleagues", text: listing.text };
  const assigned = assign(missing, readColleagues(listing.text));
  if ("what" in assigned) return assigned;
  for (const one of assigned) {
    const id = yield* createChild(situation, one, ids);
    if (typeof id !== "string") return id;
    ids.set(id, one.part);
  }
  return ids;
}

/** Calls that are folded into a summary are not before the manager any more, neither those that made children nor what it was told. */
function isFolded({ turns }: Situation): boolean {
  return stepBeforeSummary(turns) !== undefined;
}

/** The children among these parts that the task has by now. */
function* findMade({ brief, tools }: Situation, parts: readonly Part[]): Acting<Map<string, Part>> {
  const call = tools.call("getTask", { taskId: brief.taskId });
  if (call === undefined) return new Map();
  const listed = yield* look(tagged("My history was shortened. I look which parts are handed out already."), call);
  return new Map(
    parts.flatMap((part) => {
      const id = childIn(listed, part, brief.taskId);
      return id === undefined ? [] : [[id, part]];
    }),
  );
}

function assign(parts: readonly Part[], colleagues: readonly Colleague[]): readonly Assigned[] | Failed {
  const assigned: Assigned[] = [];
  for (const part of parts) {
    const assignee = findColleague(colleagues, part.assignee);
    const others = colleagues.filter(({ id }) => id !== assignee?.id);
    const reviewer = findColleague(others, part.reviewer ?? "reviewer");
    if (assignee === undefined || reviewer === undefined) {
      const wanted = assignee === undefined ? part.assignee : (part.reviewer ?? "reviewer");
      const names = colleagues.map(({ words }) => quoted(words, 120)).join("\n");
      return { what: `assign "${part.title}"`, text: `No colleague matches "${wanted}". I was shown:\n${names}` };
    }
    assigned.push({ part, assignee, reviewer });
  }
  return assigned;
}

function* createChild(
  { brief, tools }: Situation,
  { part, assignee, reviewer }: Assigned,
  ids: ReadonlyMap<string, Part>,
): Acting<string | Failed> {
  const what = `create the child task "${part.title}"`;
  const blockers = [...ids].filter(([, other]) => part.after.some((title) => sameTitle(other.title, title)));
  const call = tools.call("createTask", {
    title: part.title,
    description: part.description,
    priority: part.priority,
    assignee: assignee.id,
    reviewer: reviewer.id,
    reviewerType: "agent",
    projectId: brief.projectId,
    blockedBy: blockers.length === 0 ? undefined : blockers.map(([id]) => id),
    parentTaskId: brief.taskId,
    checks: part.checks.length === 0 ? undefined : part.checks,
  });
  if (call === undefined) return { what, text: "No tool for this was offered to me." };
  const say = tagged(`part ${ids.size + 1}: ${part.title}, for ${part.assignee}`);
  for (;;) {
    const created = yield* ask(say, call);
    const found = created.state === "unknown" ? yield* findChild({ brief, tools }, part) : idIn(created, brief.taskId);
    if (found !== undefined) return found;
    if (created.state !== "unknown") return { what, text: created.text };
  }
}

/** Looks for a child whose creation was interrupted: in its parent, since other tasks may bear the same title. */
function* findChild({ brief, tools }: Pick<Situation, "brief" | "tools">, part: Part): Acting<string | undefined> {
  const call = tools.call("getTask", { taskId: brief.taskId }) ?? tools.call("listTasks", { search: part.title });
  if (call === undefined) return undefined;
  const listed = yield* look(tagged(`I look whether "${part.title}" exists: that call was interrupted.`), call);
  return childIn(listed, part, brief.taskId);
}

/** The id in the line of a listing that names the part; one that names it in quotation marks is not taken for a longer title. */
function childIn({ state, text }: Outcome, part: Part, parentId: string): string | undefined {
  const lines = text.split("\n").filter((line) => /\btsk_\w+/.test(line));
  const line =
    lines.find((one) => one.includes(`"${part.title}"`)) ??
    lines.find((one) => one.includes(part.title) && !one.includes('"'));
  return idIn({ state, text: line ?? "" }, parentId);
}

function idIn({ state, text }: Outcome, parentId: string): string | undefined {
  if (state !== "done") return undefined;
  const named = /\bid:\s*(tsk_\w+)/.exec(text)?.[1];
  return named ?? [...text.matchAll(/\btsk_\w+/g)].map(([id]) => id).find((id) => id !== parentId);
}

/** Ends the turn until the children are finished, and reads how they ended. */
function* waitFor(situation: Situation, ids: ReadonlyMap<string, Part>): Acting<readonly ListedTask[]> {
  const { brief, tools } = situation;
  const known = brief.children.filter(({ id }) => ids.has(id));
  if (known.length === ids.size && known.every(({ status }) => isSettled(status))) return known;
  if (isFolded(situation)) {
    const children = yield* lookAt(tools, ids);
    if (children.every(({ status }) => isSettled(status))) return children;
  }
  for (;;) {
    const titles = [...ids.values()].map(({ title }) => title).join(", ");
    const { heard } = yield {
      say: tagged(`The parts are handed out: ${titles}. I wait until they are finished.`),
      calls: [],
    };
    const told = listedTasks(heard).flatMap((child) => {
      const part = ids.get(child.id);
      return part === undefined ? [] : [{ ...child, title: part.title }];
    });
    const children = told.length === ids.size ? told : yield* lookAt(tools, ids);
    if (children.every(({ status }) => isSettled(status))) return children;
  }
}

function* lookAt(tools: Situation["tools"], ids: ReadonlyMap<string, Part>): Acting<readonly ListedTask[]> {
  const calls = [...ids.keys()].flatMap((taskId) => tools.call("getTask", { taskId }) ?? []);
  const entries = [...ids];
  if (calls.length < entries.length)
    return entries.map(([id, { title }]) => ({ id, title, status: "unknown", paths: [] }));
  const answer = yield { say: tagged("I look how the parts stand."), calls };
  return entries.map(([id, { title }], at) => {
    const status = /\bstatus\W+(\w+)/i.exec(answer.outcomes[at]?.text ?? "")?.[1] ?? "unknown";
    return { id, title, status, paths: [] };
  });
}

function isSettled(status: string): boolean {
  return ["completed", "failed", "cancelled", "rejected", "archived", "unknown"].includes(status);
}

/** Listings may cut a title or add its description after a colon. */
function sameTitle(listed: string, title: string): boolean {
  const plain = (text: string): string => text.trim().toLowerCase();
  return plain(listed) === plain(title) || plain(listed).startsWith(`${plain(title)}:`);
}
