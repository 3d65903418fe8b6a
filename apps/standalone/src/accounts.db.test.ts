import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "./env.ts";
import { type Machine, startMachine, useTemporaryHome } from "./fixtures/machine.ts";
import { mayEnter, type ServerAccount, serverAccount } from "./postgres/server-account.ts";

const TIMEOUT_MS = 240_000;

/** Only root can act for other accounts, and only where they may read the checkout. */
const cannotActForOthers = process.getuid?.() !== 0 || !mayEnter(ROOT, serverAccount());

const place = useTemporaryHome();
let machine: Machine | undefined;

afterEach(async () => {
  machine?.process.kill("SIGTERM");
  await machine?.exitCode();
}, TIMEOUT_MS);

/** A folder of an ordinary account, with the given rights. */
function ordinaryFolder(mode: number): { folder: string; account: ServerAccount } {
  const account = serverAccount();
  const folder = join(place.home, "ordinary");
  mkdirSync(folder);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, mode);
  return { folder, account };
}

test.skipIf(cannotActForOthers)(
  "an ordinary account starts without root's help",
  async () => {
    const { folder, account } = ordinaryFolder(0o700);
    machine = await startMachine(join(folder, "home"), {}, account);
    await machine.printed(/Cadre is ready/);
    expect(existsSync(join(folder, "home/postgres/PG_VERSION"))).toBe(true);
  },
  TIMEOUT_MS,
);

test.skipIf(cannotActForOthers)("a read-only home is explained", async () => {
  const { folder, account } = ordinaryFolder(0o500);
  machine = await startMachine(folder, {}, account);
  expect(await machine.exitCode()).toBe(1);
  expect(machine.output()).toMatch(/you may not write there \(EACCES\)\. Make the folder writable, or set CADRE_HOME/);
});

test.skipIf(cannotActForOthers)(
  "root with a home that the database account may not enter keeps the database in the system folder, and says so",
  async () => {
    const closed = join(place.home, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const system = join(place.home, "system");
    machine = await startMachine(join(closed, "home"), { CADRE_SYSTEM_FOLDER: system });
    await machine.printed(/the database lies in .*\/system\/closed-[0-9a-f]+\/postgres instead[\s\S]*Cadre is ready/);
    expect(readdirSync(system)).toHaveLength(1);
  },
  TIMEOUT_MS,
);
