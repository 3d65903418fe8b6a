import { engineFixture, type EngineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { createSession } from "../../sessions/create-session.ts";
import { updateMetadata } from "../../sessions/update-metadata.ts";
import { type FrozenFacts, frozenFacts } from "./frozen-facts.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

fact(
  ["TW-43", "I12"],
  "an introduction is frozen for its epoch, and one that is set later is what the next load gives",
  async () => {
    const { deps, given } = fixture;
    const agentId = given.workerId;
    const metadata = { harnessIntroduction: "You are the first." };
    const { id: sessionId } = await createSession(deps, given.owner, { agentId, metadata });
    const load = (home: string): Promise<FrozenFacts> =>
      frozenFacts(deps, {
        organizationId: given.organizationId,
        agentId,
        sessionId,
        tools: [],
        home,
        environment: { os: "test" },
      });
    const first = await load("/one");
    expect(first.harnessIntroduction).toBe("You are the first.");
    await updateMetadata(deps, given.owner, { sessionId, values: { mood: "calm" } });
    expect(await load("/two")).toEqual(first);
    await updateMetadata(deps, given.owner, { sessionId, values: { harnessIntroduction: "You are the second." } });
    expect(await load("/three")).toMatchObject({ harnessIntroduction: "You are the second.", home: "/three" });
    await updateMetadata(deps, given.owner, { sessionId, values: { harnessIntroduction: " " } });
    expect((await load("/four")).harnessIntroduction).toBeUndefined();
  },
);
