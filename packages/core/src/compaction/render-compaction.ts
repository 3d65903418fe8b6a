import { RESULT_TOOL } from "../projection/shown-result.ts";
import { readTemplate } from "../text/read-text.ts";
import { type CompactionState, STATE_LISTS, type StateList } from "./compaction-state.ts";

const fill = readTemplate(new URL("./compaction.md", import.meta.url), ["prose", "earlier", ...STATE_LISTS, "wayBack"]);

const HEADINGS: Readonly<Record<StateList, string>> = {
  statements: "Work, decisions and results, oldest first; a later line outweighs an earlier one:",
  people: "What was said to you, beginning of each:",
  errors: "Error lines, word for word:",
  paths: "Paths:",
  ids: "Ids and numbers:",
  urls: "Web addresses:",
  steps: "Latest of what you did:",
};

const WAY_BACK = `Results you no longer see can be read again with ${RESULT_TOOL} and their tool_call_id, or searched with ${RESULT_TOOL}_grep.`;

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
    return items.length === 0 ? "" : [HEADINGS[name], ...items.map((item) => `- ${item}`)].join("\n");
  };
  return fill({
    prose: prose === "" ? "" : `Summary: ${prose}`,
    earlier: earlier === "" ? "" : `Summary of what came before that: ${earlier}`,
    statements: list("statements"),
    people: list("people"),
    errors: list("errors"),
    paths: list("paths"),
    ids: list("ids"),
    urls: list("urls"),
    steps: list("steps"),
    wayBack: hasResultTool ? WAY_BACK : "",
  });
}
