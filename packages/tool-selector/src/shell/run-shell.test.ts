import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import process from "node:process";

import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";

import { processesWith } from "../processes.fixture.ts";
import { detectSandbox } from "../sandbox/detect-sandbox.ts";
import { toolStage } from "../tool-context.fixture.ts";
import { OutputBuffer } from "./output-buffer.ts";
import { runShell } from "./run-shell.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const detection = await detectSandbox({ toolFolders: [dirname(process.execPath)] });

test("a folder that is gone is a command that did not start", async () => {
  const stage = await toolStage();
  onTestFinished(stage.remove);
  const { sandbox, roots, signal } = stage.context;
  const end = await runShell({ sandbox, roots, signal, command: "true", cwd: `${stage.top}/gone`, timeoutMs: 1_000 });
  expect(end).toMatchObject({ cause: "not-started", exitCode: 126, output: expect.stringContaining("ENOENT") });
});

test.skipIf(detection.missing !== undefined)("sandboxed commands die with a server that is killed", async () => {
  const stage = await toolStage();
  onTestFinished(stage.remove);
  const { roots } = stage.context;
  const modules = ["../sandbox/detect-sandbox.ts", "./run-shell.ts"].map((path) => new URL(path, import.meta.url).href);
  const code = `
    const [{ detectSandbox }, { runShell }] = await Promise.all(${JSON.stringify(modules)}.map((url) => import(url)));
    const { sandbox } = await detectSandbox({ toolFolders: [] });
    await runShell({ sandbox, roots: ${JSON.stringify(roots)}, cwd: ${JSON.stringify(roots.workspace)}, timeoutMs: 60_000,
      signal: new AbortController().signal, command: "echo started; (setsid sleep 6501.${process.pid} &); sleep 6501.${process.pid}",
      onOutput: (text) => process.stdout.write(text) });`;
  const server = spawn(process.execPath, ["--conditions=cadre-source", "--input-type=module", "-e", code], {
    cwd: dirname(new URL(import.meta.url).pathname),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = await once(server.stdout, "data");
  expect(String(first)).toBe("started\n");
  await vi.waitFor(async () => expect(await processesWith(`sleep\u00006501.${process.pid}`)).toHaveLength(2), WAIT);
  server.kill("SIGKILL");
  await vi.waitFor(async () => expect(await processesWith(`sleep\u00006501.${process.pid}`)).toEqual([]), WAIT);
});

test("an output below the cap is kept whole, a longer one keeps its beginning and its end", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 40, unit: "grapheme" })),
      fc.integer({ min: 20, max: 400 }),
      (pieces, cap) => {
        const buffer = new OutputBuffer(cap);
        for (const piece of pieces) buffer.append(piece);
        const whole = pieces.join("");
        const [head = "", tail = ""] = buffer.text().split(/\n\[… \d+ bytes left out here\..* …\]\n/);
        if (Buffer.byteLength(whole) <= cap / 2) expect(buffer.text()).toBe(whole);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(buffer.text())).toBeLessThan(cap + 40 * 4 * 4 + 120);
      },
    ),
  );
});
