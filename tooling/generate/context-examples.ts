import { CONTEXT_EXAMPLES, type ContextExample, contextOf } from "@cadre/core";
import type { GeneratedDocument } from "./generated-document.ts";

const HEAD = `# Context examples

Written from \`packages/core\` by \`npm run generate\`: change the sections (\`packages/core/src/sections\`) or the projection, never this
page. Six situations of a session, each with the whole system prompt and the messages as a provider adapter gets them. They use the
profile \`harness\`, the four blocks alone, as subagents and nodes of a graph read them. What an agent of an organization reads is in the
golden files beside the tests, in \`packages/core/src/golden\`.`;

/** The six situations of the context projection, rendered by the code that renders prompts. */
export const contextExamples: GeneratedDocument = {
  path: "docs/context-examples.md",
  render: () => `${[HEAD, ...CONTEXT_EXAMPLES.map(exampleText)].join("\n\n")}\n`,
};

function exampleText(example: ContextExample, at: number): string {
  const { title, about, entries } = example;
  const { prompt, messages } = contextOf(example);
  return [
    `## ${at + 1}. ${title}`,
    about,
    `Entries of the log: ${entries.map(({ kind }) => `\`${kind}\``).join(", ")}. The system prompt:`,
    fenced("text", prompt),
    "The messages:",
    fenced("json", messages),
  ].join("\n\n");
}

function fenced(language: string, text: string): string {
  return ["```" + language, text, "```"].join("\n");
}
