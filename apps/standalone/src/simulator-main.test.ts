import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the simulated provider of a fleet answers as a provider does, and stops when it is asked to", async () => {
  const program = fileURLToPath(new URL("./simulator-main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=cadre-source", program, "0"], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const port = /:(\d+)$/.exec(line)?.[1];
    const headers = { "x-api-key": "none", "anthropic-version": "2023-06-01" };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers });
    expect([answer.status, answer.headers.get("x-simulated")]).toEqual([200, "true"]);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await once(child, "exit")).toEqual([0, null]);
});
