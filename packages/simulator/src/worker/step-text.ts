import { FENCE_TOKEN, type Fence, fenceOf } from "./fenced-text.ts";

/** One thing a task text asks for in words the simulated worker understands. */
export type Step =
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: "run"; readonly command: string; readonly check: string | undefined }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "approve"; readonly text: string }
  | { readonly kind: "notify"; readonly text: string };

/** Where a step stands in its text. */
export type PlacedStep = { readonly step: Step; readonly start: number; readonly end: number };

type Pattern = {
  readonly regex: RegExp;
  readonly read: (match: RegExpExecArray, fences: readonly Fence[]) => readonly Step[];
};

const TICKED = "`[^`\\n]+`";
const QUOTED = "`[^`\\n]*`|\"[^\"\\n]*\"|“[^”\\n]*”|'[^'\\n]*'";
const PATH = "`[^`\\n]+`|\"[^\"\\n]+\"|'[^'\\n]+'|(?=[^\\s,;]*[./])[\\w./~-]*\\w";
const VERBS = "run|execute|create|write|replace|change|read|notify|tell|ask|submit";
const END = `(?=\\s*$|[.;!](?:\\s|$)|,?\\s+(?:(?:and|then)\\s+){0,3}(?:${VERBS})\\b|,\\s*then\\b|\\s*${FENCE_TOKEN})`;
const PLAIN = `[^\\s${FENCE_TOKEN.slice(1, -1)}][^\\n]*?${END}`;
const PROGRAMS =
  "awk|bash|cat|cmp|cp|cut|date|diff|echo|find|git|grep|head|jq|ls|make|mkdir|mv|node|npm|npx|pnpm|printf|pwd|python3?|rm|sed|sh|sha256sum|sort|stat|tail|tee|test|touch|tr|tsc|uniq|wc";
const BULLET = "\\n\\s*(?:[-*]|\\d+\\.)\\s*";
const COMMANDS = `(?:${BULLET})?${TICKED}(?:(?:\\s*,?\\s*(?:and|then|and then)?\\s*|${BULLET})${TICKED})*`;
const LEAD =
  `(?:(?:(?:the|this|these|exactly|exact|following|its)\\s+)+(?:contents?|text|lines?|words?)\\b\\s*:?` +
  `|(?:contents?|text|lines?)\\s*(?::|(?=[\`"'“]|${FENCE_TOKEN}))|:)?`;
const FILE = `(?:(?:a|an|the|new|text)\\s+)*(?:file\\s+)?(?:(?:called|named|at)\\s+)?(${PATH})(?:\\s+file)?`;

const PATTERNS: readonly Pattern[] = [
  {
    regex: pattern(
      `\\b(?:create|write|add|save|make)\\s+${FILE},?\\s+(?:with|containing|that\\s+(?:contains|says|reads))\\b\\s*${LEAD}\\s*(${FENCE_TOKEN}|${QUOTED}|${PLAIN})`,
    ),
    read: (match, fences) => [written(match[1], match[2], fences)],
  },
  {
    regex: pattern(`\\b(?:create|write|add|save|make)\\s+${FILE}\\s*:?\\s*(${FENCE_TOKEN})`),
    read: (match, fences) => [written(match[1], match[2], fences)],
  },
  {
    regex: pattern(`\\b(?:write|save|put)\\s+(${QUOTED})\\s+(?:to|into|in)\\s+(?:the\\s+)?(?:file\\s+)?(${PATH})`),
    read: (match, fences) => [written(match[2], match[1], fences)],
  },
  {
    regex: pattern(
      `\\b(?:run|execute)\\s+(?:(?:the|this|these)\\s+)?(?:commands?|script)?\\s*:?\\s*(${COMMANDS})${checkedWith()}`,
    ),
    read: (match) => commandsIn(match[1] ?? "", match[2]),
  },
  {
    regex: pattern(`\\b(?:run|execute)\\b[^\\n.]{0,30}:\\s*(${FENCE_TOKEN})${checkedWith()}`),
    read: (match, fences) => [run(fenceOf(fences, match[1] ?? "")?.body.trim() ?? "", match[2])],
  },
  {
    regex: pattern(`\\brun\\s+((?:${PROGRAMS})\\b[^\\n]*?)(?:${END}|(?=,?\\s+(?:and|then|to|so)\\s))`),
    read: (match) => [run((match[1] ?? "").trim(), undefined)],
  },
  {
    regex: pattern(
      `\\b(?:replace|change)\\s+(${QUOTED})\\s+(?:with|by|to|into)\\s+(${QUOTED})\\s+in\\s+(?:the\\s+)?(?:file\\s+)?(${PATH})`,
    ),
    read: (match) => [edited(match[3], match[1], match[2])],
  },
  {
    regex: pattern(
      `\\bin\\s+(?:the\\s+)?(?:file\\s+)?(${PATH}),?\\s+(?:replace|change)\\s+(${QUOTED})\\s+(?:with|by|to|into)\\s+(${QUOTED})`,
    ),
    read: (match) => [edited(match[1], match[2], match[3])],
  },
  {
    regex: pattern(`\\bread\\s+(?:the\\s+)?(?:file\\s+)?(${PATH})`),
    read: (match) => [{ kind: "read", path: unquoted(match[1]) }],
  },
  {
    regex: pattern(
      `\\bask\\s+(?:[\\w ]{0,20}\\s)?for\\s+(?:approval|permission)\\s*(?:to|for|:)?\\s*(${QUOTED}|${PLAIN})`,
    ),
    read: (match) => [{ kind: "approve", text: unquoted(match[1]) }],
  },
  {
    regex: pattern(
      `\\b(?:notify|tell)\\s+(?:the\\s+)?(?:user|person|people|owner|me)\\s*(?:that|:)?\\s*(${QUOTED}|${PLAIN})`,
    ),
    read: (match) => [{ kind: "notify", text: unquoted(match[1]) }],
  },
];

/** Refused words in front of a step: what must not be done, or is only supposed. */
const NOT_ASKED = /(?:\bnot|\bnever|n't|\bif you|\bwhen you|\bwithout)\s+(?:\w+\s+)?$/i;

/** The steps of a text in the order they stand in it. Anything else in the text is passed over. */
export function parseSteps(text: string, fences: readonly Fence[]): PlacedStep[] {
  const found: (PlacedStep & { readonly rank: number })[] = [];
  for (const [rank, { regex, read }] of PATTERNS.entries()) {
    for (const match of text.matchAll(regex)) {
      if (NOT_ASKED.test(text.slice(Math.max(0, match.index - 30), match.index))) continue;
      const end = match.index + match[0].length;
      for (const step of read(match, fences)) found.push({ step, start: match.index, end, rank });
    }
  }
  found.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const kept: typeof found = [];
  for (const next of found) {
    const last = kept.at(-1);
    const isSameMatch = last?.start === next.start && last.rank === next.rank;
    if (last === undefined || isSameMatch || next.start >= last.end) kept.push(next);
  }
  return kept.map(({ step, start, end }) => ({ step, start, end }));
}

/** A step in a few words, for subtasks and progress. */
export function stepLabel(step: Step): string {
  switch (step.kind) {
    case "write":
      return `write ${step.path}`;
    case "edit":
      return `edit ${step.path}`;
    case "run":
      return `run ${step.command.replaceAll(/\s+/g, " ")}`;
    case "read":
      return `read ${step.path}`;
    case "approve":
      return `ask for approval: ${step.text}`;
    case "notify":
      return `tell the person: ${step.text}`;
  }
}

/** White space is bounded, so that no text makes matching slow. */
function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll("\\s*", "\\s{0,9}").replaceAll("\\s+", "\\s{1,9}"), "gimu");
}

function checkedWith(): string {
  return `(?:[\\s,]*\\(?(?:check|verify|checked|verified)\\s+(?:it\\s+)?with\\s+(${TICKED})\\)?)?`;
}

function commandsIn(list: string, check: string | undefined): Step[] {
  const commands = [...list.matchAll(new RegExp(TICKED, "g"))].map((match) => match[0].slice(1, -1).trim());
  const isCommand = new RegExp(`\\s|^(?:${PROGRAMS})$`);
  const end = commands.findIndex((command, at) => at > 0 && !isCommand.test(command));
  const kept = end < 0 ? commands : commands.slice(0, end);
  return kept.map((command, at) => run(command, at === kept.length - 1 ? check : undefined));
}

function run(command: string, check: string | undefined): Step {
  return { kind: "run", command, check: check === undefined ? undefined : unquoted(check) };
}

function written(path: string | undefined, content: string | undefined, fences: readonly Fence[]): Step {
  const fence = fenceOf(fences, content ?? "");
  return { kind: "write", path: unquoted(path), content: fence?.body ?? `${unquoted(content)}\n` };
}

function edited(path: string | undefined, before: string | undefined, after: string | undefined): Step {
  return { kind: "edit", path: unquoted(path), before: unquoted(before), after: unquoted(after) };
}

function unquoted(text = ""): string {
  const isQuoted = /^(?:`.*`|".*"|“.*”|'.*')$/s.test(text);
  return isQuoted && text.length >= 2 ? text.slice(1, -1) : text.trim();
}
