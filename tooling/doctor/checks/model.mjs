import { createConnection } from "node:net";
import { join } from "node:path";
import { loadCompiled, readJson } from "../situation.mjs";
import { ok, warning } from "../verdict.mjs";

const LOCAL_SERVERS = { 11434: "Ollama", 8080: "llama-server", 1234: "LM Studio" };
const PROBE_MS = 300;

/** Which model a start would use and why; local servers are offered, never taken. */
export const model = {
  name: "model",
  run: async (situation) => {
    const compiled = await loadCompiled(situation, "apps/standalone/dist/model/model-choice.js");
    if (compiled === undefined) return warning("not known: nothing is compiled yet", "Run `npm run build`.");
    const choice = compiled.chooseModel({
      configured: process.env.CADRE_MODEL_PROVIDER || undefined,
      hasAnthropicKey: Boolean(process.env.ANTHROPIC_API_KEY),
      mayUseKey: readJson(join(situation.home, "model-key.json"))?.mayUseKey,
    });
    const local = await localServers();
    const offer = local.length === 0 ? "" : `; also running here, not used: ${local.join(", ")}`;
    return ok(`${choice.provider}: ${choice.reason}${offer}`);
  },
};

async function localServers() {
  const probes = Object.entries(LOCAL_SERVERS).map(async ([port, name]) =>
    (await listens(Number(port))) ? `${name} (port ${port})` : undefined,
  );
  return (await Promise.all(probes)).filter((found) => found !== undefined);
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1", timeout: PROBE_MS });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });
}
