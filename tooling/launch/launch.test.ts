import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Stands in for `npx pnpm install`: it notes that it ran, fails when told to, and leaves what an installation leaves. */
const NPX = `#!/bin/sh
echo install >> "$CADRE_TEST_LOG"
[ -e slow ] && { echo "Progress: resolved 3, reused 0, downloaded 2, added 1"; sleep 2.5; }
[ -e "$CADRE_TEST_BREAK" ] && { echo "registry is down"; exit 1; }
while [ -e "$CADRE_TEST_HOLD" ]; do sleep 0.05; done
mkdir -p node_modules/node/bin node_modules/.bin
ln -sf "${process.execPath}" node_modules/node/bin/node
printf '#!/bin/sh\\necho compile >> "$CADRE_TEST_LOG"\\ncat compiler 2>/dev/null && exit 1\\nmkdir -p packages/a/dist\\n' > node_modules/.bin/tsc
mkdir -p apps/dashboard/node_modules/.bin
printf '#!/bin/sh\\necho dashboard >> "$CADRE_TEST_LOG"\\nmkdir -p apps/dashboard/dist\\ntouch apps/dashboard/dist/index.html\\n' \
  > apps/dashboard/node_modules/.bin/vite
chmod +x node_modules/.bin/tsc apps/dashboard/node_modules/.bin/vite
touch node_modules/.modules.yaml
`;

const MANIFESTS = [
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tooling/package.json",
  "packages/a/package.json",
  "apps/dashboard/package.json",
];
const DASHBOARD = ["index.html", "tsconfig.json", "vite.config.ts", "src/main.tsx", "public/icon.svg"];

let checkout = "";

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "cadre-launch-"));
  cpSync(import.meta.dirname, join(checkout, "tooling/launch"), { recursive: true });
  for (const path of MANIFESTS) write(path, "{}");
  write("tsconfig.json", JSON.stringify({ references: [{ path: "packages/a" }] }));
  write("tsconfig.base.json", "{}");
  write("packages/a/tsconfig.json", "{}");
  write("packages/a/src/index.ts", "");
  write("packages/a/src/texts/hello.md", "Hello");
  for (const name of DASHBOARD) write(`apps/dashboard/${name}`, "");
  for (const name of ["shared", "domain"]) write(`packages/${name}/src/index.ts`, "");
  write("bin/npx", NPX);
  chmodSync(join(checkout, "bin/npx"), 0o755);
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

function spawnBuild(): ChildProcess {
  const env = {
    PATH: `${join(checkout, "bin")}:${process.env.PATH}`,
    CADRE_TEST_LOG: join(checkout, "log"),
    CADRE_TEST_BREAK: join(checkout, "break"),
    CADRE_TEST_HOLD: join(checkout, "hold"),
  };
  return spawn(process.execPath, [join(checkout, "tooling/launch/launch.mjs"), "build"], { env, cwd: checkout });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** Resolves when a program has said something. */
function said(child: ChildProcess, words: string): Promise<void> {
  let output = "";
  return new Promise((resolve) => {
    child.stderr?.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes(words)) resolve();
    });
  });
}

function build(): Promise<{ code: number | null; output: string }> {
  return ended(spawnBuild());
}

function done(): string[] {
  return readFileSync(join(checkout, "log"), "utf8").trim().split("\n");
}

test("the first start does everything, the second nothing, a later one only what changed", async () => {
  expect(await build()).toMatchObject({ code: 0 });
  expect(done()).toEqual(["install", "compile", "dashboard"]);
  expect(readFileSync(join(checkout, "packages/a/dist/texts/hello.md"), "utf8")).toBe("Hello");

  expect(await build()).toEqual({ code: 0, output: "" });
  expect(done()).toHaveLength(3);

  write("packages/a/src/texts/hello.md", "Hello again");
  write("pnpm-lock.yaml", "lockfileVersion: 9");
  await build();
  expect(done().slice(3)).toEqual(["install", "compile"]);
  expect(readFileSync(join(checkout, "packages/a/dist/texts/hello.md"), "utf8")).toBe("Hello again");

  write("apps/dashboard/src/main.tsx", "changed");
  await build();
  expect(done().slice(5)).toEqual(["dashboard"]);
});

test("a failed installation says why and what to do, and is done again", async () => {
  write("break", "");
  const failed = await build();
  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(/registry is down[\s\S]*npm registry can be reached/);
  rmSync(join(checkout, "break"));
  expect(await build()).toMatchObject({ code: 0 });
  expect(done()).toEqual(["install", "install", "compile", "dashboard"]);
});

test("a first start says what it is about to do, how far it is, and how long it took", async () => {
  write("slow", "");
  const { code, output } = await build();
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Preparing this checkout: .*\nInstalling packages … 2 downloaded, 1 in place\nInstalling packages: done in \d+ s\n$/,
  );
});

test("what a compiler says of its progress is no part of its failure", async () => {
  const said = [
    "8:00:01 AM - Building project 'packages/a/tsconfig.json'...",
    "packages/a/src/index.ts(1,1): error TS1",
  ];
  write("compiler", said.join("\n"));
  const { code, output } = await build();
  expect(code).toBe(1);
  expect(output).toContain("error TS1");
  expect(output).not.toContain("Building project");
});

test("an installation that was killed half-way, or deleted later, is done again", async () => {
  await build();
  rmSync(join(checkout, "node_modules/.modules.yaml"));
  await build();
  rmSync(join(checkout, "node_modules"), { recursive: true });
  await build();
  expect(done().filter((step) => step === "install")).toHaveLength(3);
});

test("two starts at once do the work once", async () => {
  write("hold", "");
  const builds = [spawnBuild(), spawnBuild()];
  const ends = builds.map(ended);
  // One of them is held in the installation, the other one comes to the lock.
  await Promise.race(builds.map((child) => said(child, "waiting for it")));
  rmSync(join(checkout, "hold"));
  const results = await Promise.all(ends);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(done()).toEqual(["install", "compile", "dashboard"]);
  expect(results.some(({ output }) => output.includes("waiting for it"))).toBe(true);
  expect(existsSync(join(checkout, ".build/lock"))).toBe(false);
});

test("a start that was killed leaves a lock that the next one takes over", async () => {
  write("hold", "");
  const killed = spawnBuild();
  const end = ended(killed);
  while (!existsSync(join(checkout, ".build/lock"))) await new Promise((resolve) => setImmediate(resolve));
  killed.kill("SIGKILL");
  rmSync(join(checkout, "hold"));
  await end;
  expect(await build()).toMatchObject({ code: 0 });
});

test("an unknown command names the known ones", async () => {
  const child = spawn(process.execPath, [join(checkout, "tooling/launch/launch.mjs"), "fly"], { cwd: checkout });
  expect(await ended(child)).toMatchObject({ code: 1, output: expect.stringContaining("start, demo, bench") });
});

test("help is printed and an unknown argument refused before anything is installed", async () => {
  const run = (argument: string): ChildProcess =>
    spawn(process.execPath, [join(checkout, "tooling/launch/launch.mjs"), "start", argument], { cwd: checkout });
  const help = run("--help");
  let usage = "";
  help.stdout?.on("data", (chunk) => (usage += String(chunk)));
  expect(await ended(help)).toEqual({ code: 0, output: "" });
  expect(usage).toMatch(/Usage: npm start[\s\S]*CADRE_HOME[\s\S]*CADRE_PORT/);
  expect(await ended(run("--fast"))).toMatchObject({ code: 1, output: expect.stringContaining('"--fast"') });
  expect(existsSync(join(checkout, ".build"))).toBe(false);
});
