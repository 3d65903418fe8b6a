import { sessionEndpoints } from "@cadre/contracts";
import { createSession } from "@cadre/engine";
import { API_LIMITS, SESSION_LIMITS } from "@cadre/shared";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, type Answer, type ApiFixture, apiFixture, clientWith, dataIn, problemIn } from "./api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

const MALFORMED = "{".repeat(API_LIMITS.bodySmallBytes + 1);
const FAR_TOO_LARGE = "x".repeat(API_LIMITS.bodyBytes + 1);

/** Sends a body that does not say how long it is. */
async function inPieces(path: string, key: string, body: string): Promise<Answer> {
  const stream = new Blob([body]).stream();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init: RequestInit & { readonly duplex: "half" } = { method: "POST", headers, body: stream, duplex: "half" };
  return answerOf(await fetch(`${fixture.api.url}/api/v1${path}`, init));
}

test.each([
  ["malformed", MALFORMED],
  ["too large", FAR_TOO_LARGE],
])("of who may not send it, a large body is not even found to be %s", async (_, body) => {
  const nobody = clientWith(fixture.api.url, "cad_nobody");
  for (const path of ["/tasks", "/sessions/import"]) {
    expect(problemIn(await nobody.post(path, body))).toMatchObject({ status: 401, code: "auth.bad-key" });
    expect(problemIn(await fixture.viewer.post(path, body))).toMatchObject({ status: 403, code: "auth.role" });
    expect(problemIn(await inPieces(path, "cad_nobody", body))).toMatchObject({ status: 401, code: "auth.bad-key" });
  }
});

test("a small body that comes in pieces asks who sends it first too", async () => {
  expect(problemIn(await inPieces("/tasks", "cad_nobody", "{"))).toMatchObject({ status: 401, code: "auth.bad-key" });
  expect(problemIn(await inPieces("/tasks", fixture.owner.key, "{"))).toMatchObject({ code: "request.malformed" });
});

test("a large request counts once", async () => {
  const left = async (body: string): Promise<number> =>
    Number((await fixture.owner.post("/tasks", body)).headers.get("ratelimit-remaining"));
  const before = await left("{}");
  expect(await left(JSON.stringify({ title: MALFORMED }))).toBe(before - 1);
  expect(await left("{}")).toBe(before - 2);
});

test("a body that is too large is told the limit of its own address", async () => {
  const { owner } = fixture;
  const task = problemIn(await owner.post("/tasks", FAR_TOO_LARGE));
  expect(task).toMatchObject({ status: 413, code: "request.too-large", details: { limitBytes: API_LIMITS.bodyBytes } });
  expect(task.detail).toContain("larger than 1 MiB");
  const session = problemIn(await owner.post("/sessions/import", "x".repeat(SESSION_LIMITS.importBytes + 1)));
  expect(session).toMatchObject({ status: 413, code: "request.too-large" });
  expect(session.detail).toContain("larger than 32 MiB");
  // What is larger than others may be, and not than this one may be, is read and found to be no JSON.
  expect(problemIn(await owner.post("/sessions/import", FAR_TOO_LARGE)).code).toBe("request.malformed");
});

test("a session that was exported comes in again, and one that was changed is refused as what was sent", async () => {
  const { deps, given, owner } = fixture;
  const agentId = given.workerId;
  const metadata = { mood: "calm" };
  const { id: sessionId } = await createSession(deps, given.owner, { agentId, title: "A talk", metadata });
  const { body: file } = await owner.get(`/sessions/${sessionId}/export`);
  const imported = await owner.post("/sessions/import", { agentId, file });
  expect(dataIn({ ...sessionEndpoints.get, status: 201 }, imported)).toMatchObject({ title: "A talk", metadata });
  const refusal = async (text: string) => problemIn(await owner.post("/sessions/import", { agentId, file: text }));
  expect(await refusal(String(file).replace("calm", "c\\u0000m"))).toMatchObject({ code: "session.file-damaged" });
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const lines = String(file).split("\n");
  for (const line of [`{"sha256":"x","a":${deep}}`, deep]) {
    const problem = await refusal(lines.with(1, line).join("\n"));
    expect(problem).toMatchObject({ status: 400, code: "session.file-damaged" });
  }
});
