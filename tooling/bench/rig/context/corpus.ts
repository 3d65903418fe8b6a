import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "./random.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const PART_CHARS = 660_000;
const WORDS =
  "order customer invoice retry payment status shipped pending delivery agent session mailbox task tool error timeout total amount region title author revision branch commit".split(
    " ",
  );

/** About 2 MB of agent text in three equal parts, as sessions hold it: our own papers and code, and made-up results of tools. */
function corpus(seed: number): string {
  return part(/\.md$/) + part(/\.ts$/) + resultsText(seed);
}

/** The corpus cut into messages of about `mean` characters. */
export function messageTexts(seed: number, mean: number): readonly string[] {
  const text = corpus(seed);
  const next = randomNumbers(seed);
  const texts: string[] = [];
  for (let from = 0; from < text.length;) {
    const chars = Math.max(40, Math.floor(mean * (0.2 + 1.6 * next())));
    texts.push(text.slice(from, from + chars));
    from += chars;
  }
  // Code follows papers follows results: mixed, as a session has them.
  return texts
    .map((each) => ({ each, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/** Files of the checkout in the order of their names, without what spells a control token of a tokenizer. */
function part(name: RegExp): string {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  let text = "";
  for (const file of files.filter((each) => name.test(each))) {
    if (text.length >= PART_CHARS) break;
    text += readFileSync(join(ROOT, file), "utf8");
  }
  return text.replaceAll("<|", "< |").slice(0, PART_CHARS);
}

function resultsText(seed: number): string {
  const next = randomNumbers(seed + 1);
  const word = (): string => WORDS[Math.floor(next() * WORDS.length)] ?? "";
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join("");
  const row = (): object => ({
    id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    status: word(),
    amount: Math.round(next() * 100_000) / 100,
    note: Array.from({ length: 9 }, word).join(" "),
  });
  const kinds: readonly (() => object)[] = [
    () => ({ results: Array.from({ length: 8 }, row) }),
    () => ({
      exitCode: 1,
      stderr: `Error: ${word()} failed\n    at ${word()} (/app/src/${word()}.ts:${hex(2)})\n`.repeat(4),
    }),
    () => ({
      url: `https://example.org/${word()}/${word()}?id=${hex(6)}`,
      text: Array.from({ length: 60 }, word).join(" "),
    }),
    () => ({
      file: `/src/${word()}/${word()}.ts`,
      lines: Array.from({ length: 6 }, () => `const ${word()} = ${word()}();`),
    }),
  ];
  let text = "";
  for (let nth = 0; text.length < PART_CHARS; nth += 1) text += `${JSON.stringify(kinds[nth % kinds.length]?.())}\n`;
  return text.slice(0, PART_CHARS);
}
