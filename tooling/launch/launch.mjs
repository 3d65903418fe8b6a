// The entry of every npm script: `node tooling/launch/launch.mjs <command> [arguments]`.
// These files run on the machine's own Node (20 or newer) before anything is installed, so they use nothing but Node.
import { prepare } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";
import { StepFailure } from "./step-failure.mjs";
import { asksForHelp, START_USAGE } from "./usage.mjs";

/** What each npm script runs, by Node 24, once the checkout is ready. */
const COMMANDS = {
  start: ["apps/standalone/dist/main.js"],
  demo: ["tooling/demo/run.ts"],
  bench: ["tooling/bench/run.ts"],
  verify: ["tooling/verify/run.ts"],
  mutants: ["tooling/mutants/run.ts"],
  generate: ["tooling/generate/run.ts"],
  "sign-in-link": ["apps/standalone/dist/sign-in-link-main.js"],
  build: [],
};

async function launch(command, rest) {
  const program = COMMANDS[command];
  if (program === undefined) {
    throw new StepFailure(`There is no command "${command}".`, `Use one of: ${Object.keys(COMMANDS).join(", ")}.`);
  }
  if (command === "start" && asksForHelp(rest)) {
    process.stdout.write(START_USAGE);
    return 0;
  }
  if (command === "start" && rest.length > 0) {
    throw new StepFailure(`npm start knows no argument "${rest[0]}".`, "See: npm start -- --help");
  }
  await prepare();
  return program.length === 0 ? 0 : runProgram([...program, ...rest]);
}

try {
  const [command, ...rest] = process.argv.slice(2);
  process.exitCode = await launch(command, rest);
} catch (error) {
  if (!(error instanceof StepFailure)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n`);
  process.exitCode = 1;
}
