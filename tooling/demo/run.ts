import { parseArgs } from "node:util";
import { apiClient } from "./api-client.ts";
import { measureStory } from "./measure-story.ts";
import { playStory } from "./play-story.ts";
import { startThrowAwayMachine } from "./throw-away-machine.ts";

/**
 * `npm run demo [-- --json] [--pace 0]` (`npm run -s demo -- --json` where standard output is read by a program): plays the bundled story on a throw-away home and says what it took. Exit code 0
 * when its task is completed.
 */
const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, pace: { type: "string" } } });

const INTERRUPTED = 130;

const begun = performance.now();
const tell = (line: string): void => void process.stderr.write(`${seconds(begun).toFixed(1).padStart(6)} s  ${line}\n`);
const machine = await startThrowAwayMachine(values.pace === undefined ? {} : { CADRE_SIM_PACE: values.pace });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void machine.end().finally(() => process.exit(INTERRUPTED)));
}
try {
  const readySeconds = seconds(begun);
  const setup = await apiClient(machine.url).post<{ apiKey: string }>("/setup", {
    token: machine.setupToken,
    name: "Demo Owner",
    email: "owner@example.com",
    password: crypto.randomUUID(),
  });
  const api = apiClient(machine.url, setup.apiKey);
  const started = performance.now();
  const story = await playStory(api, tell);
  const storySeconds = seconds(started);
  const measures = await measureStory(api, story, machine.home);
  const report = { ready_s: readySeconds, story_s: storySeconds, task_status: story.status, ...measures };
  if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else for (const [name, value] of Object.entries(report)) process.stdout.write(`${name.padEnd(20)} ${value}\n`);
  process.exitCode = story.status === "completed" ? 0 : 1;
} finally {
  await machine.end();
}

function seconds(since: number): number {
  return Math.round(performance.now() - since) / 1_000;
}
