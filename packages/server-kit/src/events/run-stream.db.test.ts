import { claimTestRun, engineFixture, type EngineFixture, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRunStream, type RunCursor, type RunStream } from "./run-stream.ts";

let fixture: EngineFixture;
let stream: RunStream;
const problems: Error[] = [];
beforeAll(async () => {
  fixture = await engineFixture();
  stream = createRunStream(fixture.deps.database, (error) => problems.push(error));
});
afterAll(async () => {
  stream.stop();
  await fixture.close();
  expect(problems).toEqual([]);
});

type Piece = RunCursor & { readonly kind: string; readonly text: string };

const piece = (fence: number, step: number, seq: number, text: string, kind = "text"): Piece => ({
  fence,
  step,
  seq,
  kind,
  text,
});

async function write(runId: string, ...pieces: readonly Piece[]): Promise<void> {
  for (const { fence, step, seq, kind, text } of pieces) {
    await fixture.deps.database.query(
      "insert into model_deltas (run_id, fence, step, seq, organization_id, kind, text) values ($1, $2, $3, $4, $5, $6, $7)",
      [runId, fence, step, seq, fixture.given.organizationId, kind, text],
    );
  }
}

/** A run of an agent of its own, claimed. */
async function claimed(): Promise<{ readonly runId: string; readonly fence: number }> {
  const agentId = await fixture.given.newAgent({ name: "Ada" });
  const runId = await queueTestRun(fixture.deps, fixture.given, { agentId });
  return { runId, fence: (await claimTestRun(fixture.deps, runId)).fence };
}

function watch(runId: string, cursor?: RunCursor, keepsUp: () => boolean = () => true) {
  const seen: { event: string; data: Record<string, unknown>; id: string | undefined }[] = [];
  let closed = false;
  const leave = stream.watch({
    runId,
    cursor,
    write(frames) {
      for (const frame of frames.split("\n\n").filter((part) => part.includes("event: "))) {
        seen.push({
          event: /^event: (.+)$/m.exec(frame)?.[1] ?? "",
          data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? "{}") as Record<string, unknown>,
          id: /^id: (.+)$/m.exec(frame)?.[1],
        });
      }
      return keepsUp();
    },
    close() {
      closed = true;
      leave();
    },
  });
  return { seen, leave, isClosed: () => closed, words: () => seen.map(({ event, data }) => data["text"] ?? event) };
}

test("pieces come while they are written, then the step they belong to, then the end", async () => {
  const { runId, fence } = await claimed();
  const watcher = watch(runId);
  await expect.poll(watcher.words).toEqual(["attempt", "step"]);
  await write(runId, piece(fence, 1, 1, "Hel"), piece(fence, 1, 2, "lo"));
  await expect.poll(watcher.words).toEqual(["attempt", "step", "Hel", "lo"]);
  await fixture.deps.database.query("update runs set step = 1 where id = $1", [runId]);
  await write(runId, piece(fence, 1, 3, "done\n", "output"));
  // A tool's output and the step are told in one pass or in two.
  await expect.poll(() => new Set(watcher.words().slice(4))).toEqual(new Set(["done\n", "step"]));
  await fixture.deps.database.query("update runs set status = 'succeeded', ended_at = cadre_now() where id = $1", [
    runId,
  ]);
  await expect.poll(watcher.isClosed).toBe(true);
  expect(watcher.seen.at(-1)).toMatchObject({ event: "end", data: { status: "succeeded" } });
  expect(watcher.seen.find(({ event }) => event === "delta")?.id).toBe(`${fence}-1-1`);
});

test("who comes late gets what is not in the log yet; who comes back gets what follows, whichever server they reach", async () => {
  const { runId, fence } = await claimed();
  await write(runId, piece(fence, 1, 1, "old"), piece(fence, 2, 2, "new"), piece(fence, 2, 3, "er"));
  await fixture.deps.database.query("update runs set step = 1 where id = $1", [runId]);
  const late = watch(runId);
  await expect.poll(late.words).toEqual(["attempt", "new", "er", "step"]);
  const back = watch(runId, { fence, step: 2, seq: 2 });
  await expect.poll(back.words).toEqual(["attempt", "er", "step"]);
  late.leave();
  back.leave();
});

test("what a lost attempt wrote is not told once another one has begun", async () => {
  const { runId, fence } = await claimed();
  await write(runId, piece(fence, 1, 1, "lost"));
  await fixture.deps.database.query("update runs set fence = fence + 1 where id = $1", [runId]);
  await write(runId, piece(fence + 1, 1, 1, "again"));
  const watcher = watch(runId);
  await expect.poll(watcher.words).toEqual(["attempt", "again", "step"]);
  watcher.leave();
});

test("who cannot keep up is closed, and nobody is read for who left", async () => {
  const { runId, fence } = await claimed();
  const slow = watch(runId, undefined, () => false);
  await expect.poll(slow.isClosed).toBe(true);
  const gone = watch(runId);
  await expect.poll(() => gone.seen.length).toBeGreaterThan(0);
  gone.leave();
  const before = gone.seen.length;
  const other = watch(runId);
  await write(runId, piece(fence, 1, 1, "x"));
  await expect.poll(other.words).toContain("x");
  expect(gone.seen.length).toBe(before);
  other.leave();
});
