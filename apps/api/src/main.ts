import { readEnv } from "@cadre/server-kit";
import { ApiEnv } from "./env.ts";
import { startApi } from "./start-api.ts";

const api = await startApi(readEnv(ApiEnv, process.env));
process.send?.({ kind: "ready", url: api.url });

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await api.stop();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// Without its supervisor nobody would stop this process.
process.on("disconnect", () => void stop());
