// `npm run doctor [-- --json]`: every check of this machine with its fix. Exit code 1 when one failed.
// Runs before anything is installed, on the machine's own Node; once Node 24 is there, it goes on with that.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { NODE_24 } from "../launch/places.mjs";
import { CHECKS } from "./checks.mjs";
import { readSituation } from "./situation.mjs";
import { printReport } from "./report.mjs";

const MACHINE_NODE = "CADRE_MACHINE_NODE";

async function main() {
  if (existsSync(NODE_24) && process.env[MACHINE_NODE] === undefined) return continueOnNode24();
  const situation = readSituation(process.env[MACHINE_NODE] ?? process.versions.node);
  const results = [];
  for (const check of CHECKS) results.push({ check: check.name, ...(await runOne(check, situation)) });
  printReport(results, process.argv.includes("--json") ? "json" : "human");
  return results.some(({ status }) => status === "failed") ? 1 : 0;
}

function continueOnNode24() {
  const program = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const env = { ...process.env, [MACHINE_NODE]: process.versions.node };
  return spawnSync(NODE_24, program, { stdio: "inherit", env }).status ?? 1;
}

/** A check that breaks is a finding too. */
async function runOne(check, situation) {
  try {
    return await check.run(situation);
  } catch (error) {
    return {
      status: "failed",
      found: `the check itself failed: ${error.message}`,
      fix: "Report this as a bug of Cadre.",
    };
  }
}

process.exitCode = await main();
