import {
  APPROVAL_PAIRS,
  ATTEMPT_PAIRS,
  CALL_PAIRS,
  DELIVERY_PAIRS,
  ITEM_PAIRS,
  RUN_PAIRS,
  WAIT_PAIRS,
  TASK_MOVES,
} from "@cadre/domain";
import type { GeneratedDocument } from "./generated-document.ts";

const HEAD = `# States

Written from the tables in \`packages/domain\` by \`npm run generate\`; the database refuses every move that is not here.`;

/** Which states there are and what leads from one to another. */
export const stateDiagrams: GeneratedDocument = {
  path: "docs/states.md",
  render: () =>
    `${[
      HEAD,
      diagram("Task", taskArrows()),
      diagram("Run", pairArrows(RUN_PAIRS)),
      diagram("Attempt", pairArrows(ATTEMPT_PAIRS)),
      diagram("Tool call", pairArrows(CALL_PAIRS)),
      diagram("Wait", pairArrows(WAIT_PAIRS)),
      diagram("Approval", pairArrows(APPROVAL_PAIRS)),
      diagram("Mailbox item", pairArrows(ITEM_PAIRS)),
      diagram("Webhook delivery", pairArrows(DELIVERY_PAIRS)),
    ].join("\n\n")}\n`,
};

function diagram(title: string, arrows: readonly string[]): string {
  return ["## " + title, "", "```mermaid", "stateDiagram-v2", ...arrows.map((arrow) => `  ${arrow}`), "```"].join("\n");
}

function pairArrows(pairs: Readonly<Record<string, readonly string[]>>): string[] {
  const [first = ""] = Object.keys(pairs);
  const arrows = Object.entries(pairs).flatMap(([from, targets]) =>
    targets.length === 0 ? [`${from} --> [*]`] : targets.map((to) => `${from} --> ${to}`),
  );
  return [`[*] --> ${first}`, ...arrows];
}

function taskArrows(): string[] {
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = TASK_MOVES;
  const [first = ""] = Object.keys(table);
  const arrows = Object.entries(table).flatMap(([from, moves]) => {
    const named = Object.entries(moves).map(([move, to]) => `${from} --> ${to}: ${move}`);
    return named.length === 0 ? [`${from} --> [*]`] : named;
  });
  return [`[*] --> ${first}`, ...arrows];
}
