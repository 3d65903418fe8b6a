import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";

import { TOOL_LIMITS } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ToolContext } from "../define-tool.ts";
import { assessCall } from "../run-tool.ts";
import { detectSandbox } from "../sandbox/detect-sandbox.ts";
import { createOpenShell } from "../sandbox/open-shell.ts";
import { processesWith } from "../processes.fixture.ts";
import { callTool, toolStage, type ToolStage } from "../tool-context.fixture.ts";
import { createToolRegistry, selectTools } from "../tool-registry.ts";
import { executeShellTool } from "./execute-shell.tool.ts";

const options = { toolFolders: [dirname(process.execPath)] };
const detection = await detectSandbox(options);
/** The sleep of this run of the tests is told from that of another one on the same machine. */
const MARK = process.pid;
const shells = [
  ["no sandbox", createOpenShell(options)],
  ["the sandbox of this machine", detection.sandbox],
] as const;

let stage: ToolStage;
let context: ToolContext;

beforeEach(async () => {
  stage = await toolStage();
  context = stage.context;
});
afterEach(() => stage.remove());

function run(command: string, over: Readonly<Record<string, unknown>> = {}) {
  return callTool(executeShellTool, { command, ...over }, context);
}

describe.each(shells)("with %s", (_name, sandbox) => {
  beforeEach(() => {
    context = { ...context, sandbox };
  });

  test("both streams come in order and the text ends with the exit code", async () => {
    expect(await run("echo one; echo two >&2; echo three")).toEqual({
      text: "one\ntwo\nthree\nexit code: 0",
      isError: false,
      details: { exitCode: 0, cause: "exited", durationMs: 0 },
    });
    expect(await run("exit 3")).toMatchObject({ text: "exit code: 3", isError: true });
    expect((await run("kill -9 $$")).text).toMatch(/exit code: 137$/);
    expect((await run("no-such-program")).text).toMatch(/exit code: 127$/);
  });

  fact("M122", "the identical shell command twice executes twice", async () => {
    const call = "echo done >> effects.log";
    expect(await run(call)).toMatchObject({ isError: false });
    expect(await run(call)).toMatchObject({ isError: false });
    expect(await readFile(join(context.roots.workspace, "effects.log"), "utf8")).toBe("done\ndone\n");
  });

  test("a timeout ends the whole group and says so", async () => {
    const { text, isError } = await run(`(sleep 610.${MARK} & sleep 610.${MARK}) & sleep 610.${MARK}`, {
      timeout_ms: 300,
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/\[Timed out after 300 ms: .*\]\nexit code: 124$/);
    expect(await processesWith(`sleep\u0000610.${MARK}`)).toEqual([]);
  });

  test("a command that ignores SIGTERM is killed after the grace time", async () => {
    const abort = new AbortController();
    // Once it ignores: a machine under load takes longer to get there than any short time limit.
    context = { ...context, signal: abort.signal, onOutput: () => abort.abort() };
    const { text } = await run(`trap '' TERM; echo ready; sleep 620.${MARK}; sleep 620.${MARK}`);
    expect(text).toMatch(/^ready\n\[Interrupted/);
    expect(await processesWith(`sleep\u0000620.${MARK}`)).toEqual([]);
  });

  test("an abort ends the whole group; aborted before the start nothing runs", async () => {
    const abort = new AbortController();
    const onOutput = () => abort.abort();
    context = { ...context, signal: abort.signal, onOutput };
    const { text, isError } = await run(`echo started; (sleep 630.${MARK} &) ; sleep 630.${MARK}`);
    expect(isError).toBe(true);
    expect(text).toMatch(/^started\n\[Interrupted: .*\]\nexit code: 130$/);
    expect(await processesWith(`sleep\u0000630.${MARK}`)).toEqual([]);
    expect((await run("touch late")).text).toMatch(/exit code: 130$/);
    expect(await readdir(context.roots.workspace)).toEqual([]);
  });

  test("what a command leaves in the background is ended with it", async () => {
    expect(await run(`sleep 640.${MARK} & echo started`)).toMatchObject({
      text: "started\nexit code: 0",
      isError: false,
    });
    expect(await processesWith(`sleep\u0000640.${MARK}`)).toEqual([]);
  });

  test("nothing of the server's environment is passed on", async () => {
    process.env["CADRE_CANARY"] = "canary-7f3a";
    const { text } = await run("env; cat /proc/self/environ /proc/$PPID/environ 2>/dev/null | tr '\\0' '\\n'");
    delete process.env["CADRE_CANARY"];
    const mine = text.split("\n").filter((line) => /^\w+=/.test(line));
    const names = new Set(mine.map((line) => line.split("=", 1)[0]));
    if (sandbox.kind !== "none") expect(text).not.toContain("canary-7f3a");
    expect((await run("env")).text).not.toContain("canary-7f3a");
    expect(names.has("PATH") && names.has("HOME")).toBe(true);
    expect(text).toContain(`HOME=${context.roots.home}`);
  });

  test("live output is the output", async () => {
    const pieces: string[] = [];
    context = { ...context, onOutput: (text) => pieces.push(text) };
    const { text } = await run("for i in 1 2 3; do echo é$i; done");
    expect(`${pieces.join("")}exit code: 0`).toBe(text);
  });

  test("long output keeps its beginning and end and says what is left out", async () => {
    const { text } = await run("echo begin; head -c 5000000 /dev/zero | tr '\\0' x; echo; echo end");
    expect(text.length).toBeLessThan(TOOL_LIMITS.shellMaxOutputBytes + 1_000);
    expect(text.startsWith("begin\nxxx")).toBe(true);
    expect(text.endsWith("xxx\nend\nexit code: 0")).toBe(true);
    expect(text).toMatch(/\[… \d+ bytes left out here\. Send long output to a file/);
  });

  test("no start-up file of the agent's home runs, inside or outside the sandbox", async () => {
    for (const name of [".bashrc", ".profile", ".bash_profile"]) {
      await writeFile(join(context.roots.home, name), `touch ${join(stage.top, "escaped")} "$HOME/ran"`);
    }
    await run("true");
    expect(await readdir(stage.top)).not.toContain("escaped");
    expect(await readdir(context.roots.home)).not.toContain("ran");
  });

  test("cwd goes through the path wall", async () => {
    expect((await run("pwd", { cwd: "../repository" })).text).toBe(`${context.roots.repositories[0]}\nexit code: 0`);
    expect((await run("pwd", { cwd: ".." })).text).toContain("outside the folders you may use");
    expect((await run("pwd", { cwd: "nowhere" })).text).toContain("does not exist");
  });

  test("a NUL, an endless command and a timeout beyond the limit are refused before anything runs", async () => {
    expect((await run("echo a\u0000b")).text).toContain("NUL");
    expect((await run(`echo ${"x".repeat(TOOL_LIMITS.shellCommandChars)}`)).text).toContain("command");
    expect((await run("true", { timeout_ms: TOOL_LIMITS.shellTimeoutMaxMs + 1 })).text).toContain("timeout_ms");
    const longest = `echo '${"$'".repeat(10)}${"x".repeat(TOOL_LIMITS.shellCommandChars - 40)}' | wc -c`;
    expect((await run(longest)).text).toMatch(/exit code: 0$/);
  });

  fact("M159", "a commit on a new branch runs at once and carries the agent, inside a && b too", async () => {
    context = { ...context, agentId: "agt_7", agentName: "Ada" };
    expect(
      (
        await run(
          "git init -q . && git checkout -q -b work && touch a && git add a && git commit -qm 'x; y' && echo ok",
        )
      ).text,
    ).toBe("ok\nexit code: 0");
    expect((await run("git log --format='%an <%ae> %cn'")).text).toBe("Ada <agt_7@agents.invalid> Ada\nexit code: 0");
  });
});

describe.skipIf(detection.missing !== undefined)("the sandbox", () => {
  beforeEach(async () => {
    context = { ...context, sandbox: detection.sandbox };
    await writeFile(join(stage.top, "secret"), "hidden");
    await symlink(join(stage.top, "secret"), join(context.roots.workspace, "link"));
  });

  test.each([
    ["a file beside the roots", "cat ../secret"],
    ["the same through a link", "cat link"],
    ["another folder by its full path", "ls /etc/ssh /var/lib"],
    ["password hashes", "cat /etc/shadow"],
    ["memory of other processes", `cat /proc/${process.pid}/environ`],
  ])("%s cannot be read", async (_what, command) => {
    const { text, isError } = await run(command);
    expect(isError).toBe(true);
    expect(text).not.toContain("hidden");
    expect(text).not.toContain("root:");
  });

  test("writes reach the roots and nothing else", async () => {
    const { text } = await run("echo 1 > a && echo 1 > ~/b && echo 1 > ../repository/c && echo written");
    expect(text).toBe("written\nexit code: 0");
    await run("echo 1 > ../outside; echo 1 > /usr/outside; echo 1 > link; rm -f ../secret; mv a ../a");
    expect((await readdir(stage.top)).sort()).toEqual(["home", "repository", "secret", "workspace"]);
    expect(await readFile(join(stage.top, "secret"), "utf8")).toBe("hidden");
    expect(await run("ls /usr/outside")).toMatchObject({ isError: true });
  });

  test("no network, not even this machine's", async () => {
    const connections: unknown[] = [];
    const server = createServer((socket) => {
      connections.push(socket.remoteAddress);
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await run(`exec 3<>/dev/tcp/127.0.0.1/${port}`)).toMatchObject({ isError: true });
    expect(connections).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  test("other processes cannot be seen or signalled", async () => {
    expect(await run(`kill -0 ${process.pid}`)).toMatchObject({ isError: true });
    expect(Number((await run("ls -d /proc/[0-9]* | wc -l")).text.split("\n")[0])).toBeLessThan(10);
  });

  test("the server's own programs run, and commands side by side do not disturb each other", async () => {
    const runs = Array.from({ length: 5 }, (_, at) =>
      run(`node -e 'console.log(process.version)' && echo ${at} > f${at}`),
    );
    for (const { text } of await Promise.all(runs)) expect(text).toBe(`${process.version}\nexit code: 0`);
    expect(await readdir(context.roots.workspace)).toEqual(["f0", "f1", "f2", "f3", "f4", "link"]);
  });

  test("folders whose names look like patterns or hold blanks are taken literally", async () => {
    const odd = join(stage.top, "odd [a-z]* 'x");
    await callTool(executeShellTool, { command: `mkdir "${odd}"` }, { ...context, sandbox: createOpenShell(options) });
    context = { ...context, roots: { ...context.roots, workspace: odd } };
    expect((await run("echo 1 > f && ls && cat ../secret")).text).toMatch(/^f\n.*No such file/);
  });
});

describe("approval", () => {
  const selection = selectTools(createToolRegistry([executeShellTool]), {});
  const assess = (args: Readonly<Record<string, unknown>>, over: Partial<ToolContext>) =>
    assessCall(selection, { name: "shell_execute", args }, { ...context, ...over });
  const never = () => false;

  test("without a sandbox every command needs it, bound to the exact command and folder", () => {
    const need = { exactText: "wc -c a", reason: expect.stringContaining("without a sandbox") };
    expect(assess({ command: "wc -c a" }, { isStandingApproved: never })).toEqual({ kind: "needs-approval", need });
    expect(assess({ command: "wc -c a", cwd: "it's" }, { isStandingApproved: never })).toMatchObject({
      need: { exactText: "cd 'it'\\''s' && wc -c a" },
    });
  });

  test("in a sandbox only what the policy names needs it", () => {
    const sandboxed = { isStandingApproved: never, sandbox: { ...context.sandbox, kind: "bubblewrap" as const } };
    expect(assess({ command: "wc -c a" }, sandboxed)).toEqual({ kind: "run" });
    expect(assess({ command: "git push origin main" }, sandboxed)).toMatchObject({
      kind: "needs-approval",
      need: { exactText: "git push origin main", reason: expect.stringContaining("main") },
    });
  });

  test("a standing approval matches the exact command only", () => {
    const isStandingApproved = (tool: string, text: string) => tool === "shell_execute" && text === "wc -c a";
    expect(assess({ command: "wc -c a" }, { isStandingApproved })).toEqual({ kind: "run" });
    expect(assess({ command: "wc -c a; ls" }, { isStandingApproved }).kind).toBe("needs-approval");
    expect(assess({ command: "wc -c a", cwd: "sub" }, { isStandingApproved }).kind).toBe("needs-approval");
  });

  test("a denied command is refused even with an approval", async () => {
    context = { ...context, approvedText: "git push -f" };
    expect(await run("git push -f; touch ran")).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The command was not run\. A force push is never allowed/),
    });
    expect(await readdir(context.roots.workspace)).toEqual([]);
  });
});
