import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { z } from "zod";
import { readStored, writeStored } from "../home/stored-file.ts";

const Answer = z.object({ mayUseKey: z.boolean() });

const QUESTION =
  "ANTHROPIC_API_KEY is set. Let the agents use it? Every call costs money, up to the daily cap " +
  "(CADRE_SPEND_LIMIT_USD, $5 unless set). Otherwise a simulated worker is used. [y/N] ";

/** The answer a home remembers; `undefined` when it was never asked. */
function rememberedAnswer(home: string): boolean | undefined {
  return readStored(answerPath(home), Answer)?.mayUseKey;
}

/** Asks a person at a terminal once, and remembers the answer in the home. Without a terminal nobody is asked. */
export async function askAboutKey(home: string, signal: AbortSignal): Promise<boolean | undefined> {
  const known = rememberedAnswer(home);
  if (known !== undefined || !process.stdin.isTTY) return known;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const mayUseKey = /^y(es)?$/i.test((await terminal.question(QUESTION, { signal })).trim());
    writeStored(answerPath(home), { mayUseKey });
    return mayUseKey;
  } finally {
    terminal.close();
  }
}

function answerPath(home: string): string {
  return join(home, "model-key.json");
}
