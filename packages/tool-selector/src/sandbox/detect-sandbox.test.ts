import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "node:process";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { detectSandbox } from "./detect-sandbox.ts";

/** Stands before the system's folders on the path of commands, so that its `bwrap` is the one that is found. */
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadre-bwrap-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function detectWith(script: string) {
  await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "bwrap"), 0o755);
  return detectSandbox({ toolFolders: [folder] });
}

describe.skipIf(platform !== "linux")("a sandbox that does not hold is not used", () => {
  test("namespaces forbidden: the reason is the system's, the remedy names the setting", async () => {
    const { sandbox, missing } = await detectWith("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    expect(sandbox.kind).toBe("none");
    expect(missing?.reason).toContain("setting up uid map: Permission denied");
    expect(missing?.remedy).toContain("kernel.unprivileged_userns_clone");
  });

  test("not installed: the remedy says what to install", async () => {
    const { missing } = await detectWith("echo '/bin/sh: 1: exec: bwrap: not found' >&2; exit 127");
    expect(missing?.remedy).toContain("apt-get install -y bubblewrap");
  });

  test("a wrapper that confines nothing is found out by the canary", async () => {
    const { sandbox, missing } = await detectWith('while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
    expect(sandbox.kind).toBe("none");
    expect(missing?.reason).toContain("A probe in the sandbox failed");
  });
});
