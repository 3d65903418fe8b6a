import { RESULT_TOOL } from "../projection/shown-result.ts";
import { readTemplate } from "../text/read-text.ts";
import { type CompactionState, STATE_LISTS, type StateList } from "./compaction-state.ts";

const fill = readTemplate(new URL("./compaction.md", import.meta.url), ["prose", "earlier", ...STATE_LISTS, "wayBack"]);

const HEADINGS: Readonly<Record<StateList, string>> = {
  open: "Said to be open, oldest first:",
  settled: "Decided, planned or ended, oldest first; what ended here is no longer open:",
  people: "What was said to you, beginning of each:",
  errors: "Error lines, word for word:",
  paths: "Paths:",
  ids: "Ids and numbers:",
  urls: "Web addresses:",
  steps: "Latest of what you did:",
  seen: "Also seen in results:",
};

const WAY_BACK = `Results you no longer see can be read again with ${RESULT_TOOL} and their tool_call_id, or searched with ${RESULT_TOOL}_grep.`;

/** Exact tokens stand bare on their lines, which costs the least. */
const BARE_LISTS: readonly StateList[] = ["paths", "ids", "urls", "seen"];

export function lineOf(list: StateList, item: string): string {
  return BARE_LISTS.includes(list) ? item : `- ${item}`;
}

export type CompactionTexts = {
  readonly state: CompactionState;
  /** A model's words, or a summary by rule. */
  readonly prose: string;
  /** The words of the compaction before. */
  readonly earlier: string;
  readonly hasResultTool: boolean;
};

/** The summary of a compaction entry, as a model reads it. The same input gives the same bytes. */
export function renderCompaction({ state, prose, earlier, hasResultTool }: CompactionTexts): string {
  const list = (name: StateList): string => {
    const items = state[name];
    return items.length === 0 ? "" : [HEADINGS[name], ...items.map((item) => lineOf(name, item))].join("\n");
  };
  return fill({
    prose: prose === "" ? "" : `Summary: ${prose}`,
    earlier: earlier === "" ? "" : `Summary of what came before that: ${earlier}`,
    open: list("open"),
    settled: list("settled"),
    people: list("people"),
    errors: list("errors"),
    paths: list("paths"),
    ids: list("ids"),
    urls: list("urls"),
    steps: list("steps"),
    seen: list("seen"),
    wayBack: hasResultTool ? WAY_BACK : "",
  });
}
