import { createServer } from "node:net";
import { join } from "node:path";
import { readJson } from "../situation.mjs";
import { failed, ok } from "../verdict.mjs";

const HIGHEST_PORT = 65_535;

export const port = {
  name: "port",
  run: async ({ port: wanted, home }) => {
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > HIGHEST_PORT) {
      return failed("CADRE_PORT is no port", `Set it to a number from 1 to ${HIGHEST_PORT}, or unset it.`);
    }
    if (await isFree(wanted)) return ok(`${wanted} is free`);
    const holder = readJson(join(home, "lock.json"));
    if (holder?.url?.endsWith(`:${wanted}`)) return ok(`Cadre runs at ${holder.url} (process ${holder.pid})`);
    return failed(
      `${wanted} is used by another program`,
      "Stop that program, or choose another: CADRE_PORT=4700 npm start",
    );
  },
};

function isFree(wanted) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port: wanted, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
