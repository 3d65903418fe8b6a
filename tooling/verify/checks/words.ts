import { readHouse } from "../../check-house/read-house.ts";
import type { Check } from "../check.ts";

const GLOSSARY = "docs/glossary.md";
const PRODUCT = /^(packages|apps)\/[^/]+\/src\/.*\.ts$/;
/** Tests may say anything; the simulator speaks the words of a vendor. */
const OTHERS_WORDS = /\.(test|fixture|suite)\.ts$|^packages\/simulator\//;
const NO_NAMES = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** One word per thing: names of code hold none of the words that the glossary replaces. */
export const words: Check = {
  name: "words",
  run: async (root) => {
    const { files } = readHouse(root);
    const never = wordsNeverUsed(files.find(({ path }) => path === GLOSSARY)?.text ?? "");
    const looked = files.filter(({ path }) => PRODUCT.test(path) && !OTHERS_WORDS.test(path));
    const problems = looked.flatMap(({ path, text }) =>
      foundIn(text, never).map(
        (word) => `${path}: say "${never.get(word)}" instead of "${word}", as ${GLOSSARY} does.`,
      ),
    );
    if (never.size === 0) problems.push(`${GLOSSARY} lists no word under "Never".`);
    return { problems, summary: `${never.size} words in ${looked.length} files` };
  },
};

/** The list under "Never": a word, and what to say instead. */
function wordsNeverUsed(glossary: string): Map<string, string> {
  const list = glossary.split("\n## Never\n")[1] ?? "";
  return new Map([...list.matchAll(/^- `(\w+)`: (.+)$/gm)].map(([, word = "", instead = ""]) => [word, instead]));
}

function foundIn(text: string, never: ReadonlyMap<string, string>): string[] {
  const names = text.replaceAll(NO_NAMES, " ").match(/[A-Za-z_]\w*/g) ?? [];
  const parts = names.flatMap((name) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []);
  const said = new Set(parts.map((part) => part.toLowerCase().replace(/s$/, "")));
  return [...never.keys()].filter((word) => said.has(word));
}
