import { stopWithSignals } from "@cadre/server-kit";
import { systemNow } from "@cadre/shared";
import { createProviderSimulator } from "@cadre/simulator";
import { readEnv } from "./env.ts";

/** The simulated provider of a fleet that has no model yet: `simulator-main.js <port>` listens for executors on other hosts. */
const [port = "0"] = process.argv.slice(2);
const simulator = createProviderSimulator({ now: systemNow, pace: readEnv(process.env).simulatedPaceMs });
process.stdout.write(`The simulated provider listens: ${await simulator.listen(Number(port), "0.0.0.0")}\n`);
stopWithSignals({ stop: () => simulator.close() });
