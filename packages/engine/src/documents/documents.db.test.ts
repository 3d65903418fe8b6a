import { AgentChange, DOCUMENTS, NewAgent } from "@cadre/domain";
import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgentRevisions, restoreAgent } from "../agents/agent-revisions.ts";
import { createAgent } from "../agents/create-agent.ts";
import { getAgent } from "../agents/get-agent.ts";
import { updateAgent } from "../agents/update-agent.ts";
import { removeMember } from "../organization/members/remove-member.ts";
import { createTeam } from "../organization/teams/create-team.ts";
import { deleteTeam } from "../organization/teams/delete-team.ts";
import { updateOrganization } from "../organization/update-organization.ts";
import { changeDocument, restoreDocument } from "./change-document.ts";
import { getDocument } from "./get-document.ts";
import { listDocuments } from "./list-documents.ts";
import { getRevision, listRevisions } from "./list-revisions.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("a change is a revision with who, when and why; an earlier text comes back as a new one", async () => {
  const { deps, given } = fixture;
  const role = { kind: "role", ownerId: given.workerId } as const;
  expect(await getDocument(deps, given.viewer, role)).toMatchObject({ text: "", version: 0, changedBy: null });
  await changeDocument(deps, given.owner, { ...role, version: 0, text: "You add.", reason: "It must do something." });
  const second = await changeDocument(deps, given.owner, { ...role, version: 1, text: "You subtract." });
  expect(second).toMatchObject({
    text: "You subtract.",
    version: 2,
    ownerName: "Walt",
    changedBy: { kind: "person", id: given.owner.id, name: "Olive Owner" },
  });
  const back = await restoreDocument(deps, given.owner, {
    ...role,
    version: 2,
    number: 1,
    reason: "Adding was right.",
  });
  expect(back).toMatchObject({ text: "You add.", version: 3 });
  const { data } = await listRevisions(deps, given.viewer, role);
  expect(data.map(({ number, reason, restoredFrom }) => [number, reason, restoredFrom])).toEqual([
    [3, "Adding was right.", 1],
    [2, null, null],
    [1, "It must do something.", null],
  ]);
  expect(await getRevision(deps, given.viewer, { ...role, number: 2 })).toMatchObject({ text: "You subtract." });
  expect((await getAgent(deps, given.owner, { agentId: given.workerId })).roleText).toBe("You add.");
  const events = await deps.database.query<{ type: string }>(
    "select type from outbox where entity_kind = 'document' and entity_id = $1 order by id",
    [given.workerId],
  );
  expect(events.map(({ type }) => type)).toEqual(["document.revised", "document.revised", "document.restored"]);
});

test("who saw an older version is refused and nothing is lost; the same change sent twice is made once", async () => {
  const { deps, given } = fixture;
  const context = { kind: "context", ownerId: given.organizationId } as const;
  const mine = { ...context, version: 0, text: "We build engines." };
  await changeDocument(deps, given.owner, mine);
  expect(await changeDocument(deps, given.owner, mine)).toMatchObject({ version: 1 });
  await expect(changeDocument(deps, given.owner, { ...mine, text: "We sell engines." })).rejects.toMatchObject({
    kind: "stale",
    code: "document.stale",
    details: { currentVersion: 1 },
  });
  await expect(restoreDocument(deps, given.owner, { ...context, version: 0, number: 1 })).rejects.toMatchObject({
    code: "document.stale",
  });
  await expect(restoreDocument(deps, given.owner, { ...context, version: 1, number: 9 })).rejects.toMatchObject({
    code: "revision.not-found",
  });
  const same = await changeDocument(deps, given.owner, { ...mine, version: 1 });
  expect(same.version).toBe(1);
  const both = await Promise.allSettled(
    ["one", "two"].map((text) => changeDocument(deps, given.owner, { ...context, version: 1, text })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("whatever changes a text writes its history, and what stood before it is kept", async () => {
  const { deps, given } = await isolated("history");
  await deps.database.query("update organizations set policies_text = 'From before.' where id = $1", [
    given.organizationId,
  ]);
  await updateOrganization(deps, given.owner, { version: 1, change: { policiesText: "From now on.", name: "Acme" } });
  const policies = { kind: "policies", ownerId: given.organizationId } as const;
  const { data } = await listRevisions(deps, given.owner, policies);
  expect(data.map(({ number, author }) => [number, author.kind])).toEqual([
    [2, "person"],
    [1, "system"],
  ]);
  expect((await getRevision(deps, given.owner, { ...policies, number: 1 })).text).toBe("From before.");

  const agent = await createAgent(deps, given.owner, NewAgent.parse({ name: "Nia", roleText: "First." }));
  await updateAgent(deps, given.owner, { agentId: agent.id, version: 1, change: { roleText: "Second." } });
  expect(await getDocument(deps, given.owner, { kind: "role", ownerId: agent.id })).toMatchObject({
    text: "Second.",
    version: 2,
  });
});

test("a profile is written by its person and by admins, a team's texts also by the agent that manages it", async () => {
  const { deps, given } = await isolated("writers");
  const profile = { kind: "profile", ownerId: given.member.id } as const;
  await changeDocument(deps, given.member, { ...profile, version: 0, text: "I like tables." });
  await changeDocument(deps, given.owner, { ...profile, version: 1, text: "Likes tables." });
  const refused = { code: "access.role-missing" };
  const other = { kind: "profile", ownerId: given.owner.id, version: 0, text: "Hm." } as const;
  await expect(changeDocument(deps, given.member, other)).rejects.toMatchObject(refused);
  const ownOfViewer = { ...other, ownerId: given.viewer.id };
  await expect(changeDocument(deps, given.viewer, ownOfViewer)).rejects.toMatchObject(refused);

  const team = await createTeam(deps, given.owner, {
    name: "Mill",
    managerAgentId: given.managerId,
    announcementsText: "",
    normsText: "Be kind.",
  });
  const norms = { kind: "norms", ownerId: team.id, version: 1, text: "Be kind, and show your working." } as const;
  await expect(changeDocument(deps, given.agent(given.workerId), norms)).rejects.toMatchObject(refused);
  await expect(changeDocument(deps, given.member, norms)).rejects.toMatchObject(refused);
  const changed = await changeDocument(deps, given.agent(given.managerId), norms);
  expect(changed.changedBy).toEqual({ kind: "agent", id: given.managerId, name: "Mira" });
  for (const kind of ["role", "policies"] as const) {
    const ownerId = kind === "role" ? given.managerId : given.organizationId;
    const input = { kind, ownerId, version: 0, text: "I decide." };
    await expect(changeDocument(deps, given.agent(given.managerId), input)).rejects.toMatchObject(refused);
  }
});

test("histories go with what they are of: a dissolved team, a person who left", async () => {
  const { deps, given } = await isolated("gone");
  const team = await createTeam(deps, given.owner, { name: "T", announcementsText: "Hello.", normsText: "" });
  await changeDocument(deps, given.member, {
    kind: "profile",
    ownerId: given.member.id,
    version: 0,
    text: "About me.",
  });
  await deleteTeam(deps, given.owner, { teamId: team.id });
  await removeMember(deps, given.owner, { personId: given.member.id });
  expect(
    await deps.database.query("select 1 from revisions where owner_id = any($1)", [[team.id, given.member.id]]),
  ).toEqual([]);
  for (const input of [
    { kind: "norms", ownerId: team.id },
    { kind: "profile", ownerId: given.member.id },
    { kind: "role", ownerId: given.organizationId },
  ] as const) {
    await expect(getDocument(deps, given.owner, input)).rejects.toMatchObject({ code: "document.not-found" });
  }
});

test("the list has each kind of document of each owner once, page by page, and nothing of others", async () => {
  const { deps, given } = await isolated("listed");
  await createTeam(deps, given.owner, { name: "T", announcementsText: "", normsText: "Four eyes." });
  const all = await listDocuments(deps, given.viewer, { limit: 200 });
  const count = (kind: string): number => all.data.filter((head) => head.kind === kind).length;
  expect(DOCUMENTS.map(({ kind }) => count(kind))).toEqual([1, 1, 1, 1, 1, 3, 3, 3, 3, 0]);
  const paged = [];
  for (let cursor: string | undefined; ;) {
    const page = await listDocuments(deps, given.viewer, { limit: 4, cursor });
    paged.push(...page.data);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.data);
  const [norms] = (await listDocuments(deps, given.viewer, { kind: "norms" })).data;
  expect(norms).toMatchObject({ chars: 10, version: 1, ownerName: "T" });
});

test("however a text is changed and brought back, its history replays every state", async () => {
  const { deps, given } = await isolated("replayed");
  const change = fc.oneof(
    fc.record({ text: fc.string({ unit: "grapheme", maxLength: 40 }) }),
    fc.record({ back: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const ownerId = await given.newAgent({ name: "Any" });
      const document = { kind: "checklist", ownerId } as const;
      const states: string[] = [];
      for (const each of changes) {
        const version = states.length;
        if ("back" in each && version === 0) continue;
        const now = await ("text" in each
          ? changeDocument(deps, given.owner, { ...document, version, text: each.text })
          : restoreDocument(deps, given.owner, { ...document, version, number: (each.back % version) + 1 }));
        if (now.version > version) states.push(now.text);
      }
      for (const [index, text] of states.entries()) {
        expect((await getRevision(deps, given.owner, { ...document, number: index + 1 })).text).toBe(text);
      }
      expect((await getDocument(deps, given.owner, document)).text).toBe(states.at(-1) ?? "");
    }),
    { numRuns: 15 },
  );
});

test("an agent is set up again as it was, settings and all, and its texts stay", async () => {
  const { deps, given } = await isolated("configured");
  const made = await createAgent(
    deps,
    given.owner,
    NewAgent.parse({ name: "Cy", roleText: "Mine.", settings: { heartbeatCap: 5 }, schedule: { every: "1h" } }),
  );
  const change = AgentChange.parse({ name: "Cyrus", settings: { patrol: "daily" }, managerId: given.managerId });
  const changed = await updateAgent(deps, given.owner, { agentId: made.id, version: 1, change });
  await updateAgent(deps, given.owner, {
    agentId: made.id,
    version: changed.version,
    change: { roleText: "Mine and yours." },
  });
  const history = await listAgentRevisions(deps, given.viewer, { agentId: made.id });
  expect(history.data.map(({ number, configuration }) => [number, configuration.name])).toEqual([
    [2, "Cyrus"],
    [1, "Cy"],
  ]);
  const back = await restoreAgent(deps, given.owner, { agentId: made.id, version: 3, number: 1, reason: "Too much." });
  expect(back).toMatchObject({
    name: "Cy",
    managerId: null,
    settings: { heartbeatCap: 5, patrol: "never" },
    schedule: { every: "1h" },
    roleText: "Mine and yours.",
    version: 4,
  });
  const [newest] = (await listAgentRevisions(deps, given.viewer, { agentId: made.id })).data;
  expect(newest).toMatchObject({ number: 3, restoredFrom: 1, reason: "Too much." });
  await expect(restoreAgent(deps, given.owner, { agentId: made.id, version: 3, number: 2 })).rejects.toMatchObject({
    code: "agent.stale",
  });
  await expect(restoreAgent(deps, given.member, { agentId: made.id, version: 4, number: 2 })).rejects.toMatchObject({
    code: "access.role-missing",
  });
});

test("a revision is never changed, whoever writes", async () => {
  await expect(fixture.deps.database.query("update revisions set text = 'Never said.'")).rejects.toMatchObject({
    code: "CA003",
  });
});

/** An organization of its own in the same database. */
async function isolated(slug: string) {
  return { deps: fixture.deps, given: await giveOrganization(fixture.deps, slug) };
}
