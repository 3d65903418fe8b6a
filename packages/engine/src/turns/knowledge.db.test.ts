import type { DocumentKind, ModelRequest } from "@cadre/domain";
import { callsOf, fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { announce, endAnnouncement } from "../announcements/announce.ts";
import { updateAgent } from "../agents/update-agent.ts";
import { addLink } from "../deliverables/add-link.ts";
import { changeDocument } from "../documents/change-document.ts";
import { getDocument } from "../documents/get-document.ts";
import { giveFeedback } from "../feedback/give-feedback.ts";
import { withdrawFeedback } from "../feedback/withdraw-feedback.ts";
import { createTeam } from "../organization/teams/create-team.ts";
import { type TurnDesk, turnDesk } from "./turn-desk.fixture.ts";

const WRITE = callsOf(["file_write", { path: "page.md", content: "A page.\n" }]);
const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);

/** Where each document stands in the prompt of an agent: the tier, counted from 1. */
const TIERS = {
  role: 1,
  introduction: 1,
  policies: 1,
  context: 2,
  announcements: 2,
  norms: 2,
  environment: 2,
  profile: 2,
} as const satisfies Partial<Record<DocumentKind, 1 | 2>>;

type Shown = { readonly 1: string; readonly 2: string; readonly 3: string };

/** What a request shows, tier by tier. */
function shown({ system, tail }: ModelRequest): Shown {
  return { 1: system[0]?.text ?? "", 2: system[1]?.text ?? "", 3: tail ?? "" };
}

/** Writes every document that the worker reads, each with a word of its own, as an admin does over the API. */
async function writeAll({ deps, given }: TurnDesk, teamId: string, word: string): Promise<void> {
  const owners: Readonly<Record<keyof typeof TIERS, string>> = {
    role: given.workerId,
    introduction: given.workerId,
    policies: given.organizationId,
    context: given.organizationId,
    announcements: teamId,
    norms: teamId,
    environment: given.organizationId,
    profile: given.owner.id,
  };
  for (const kind of Object.keys(TIERS) as (keyof typeof TIERS)[]) {
    const ref = { kind, ownerId: owners[kind] };
    const { version } = await getDocument(deps, given.owner, ref);
    await changeDocument(deps, given.owner, { ...ref, version, text: `${word} ${kind}.` });
  }
}

/** Does something just before the model answers its call with this number, counted from 0. */
function beforeCall(desk: TurnDesk, number: number, act: () => Promise<unknown>): void {
  const { provider } = desk.model;
  const { stream } = provider;
  Object.assign(provider, {
    async *stream(...args: Parameters<typeof stream>) {
      if (desk.model.requests.length === number) await act();
      yield* stream(...args);
    },
  });
}

async function joinedTeam({ deps, given }: TurnDesk): Promise<string> {
  const team = await createTeam(deps, given.owner, { name: "Mill", announcementsText: "", normsText: "" });
  await updateAgent(deps, given.owner, {
    agentId: given.workerId,
    version: 1,
    change: { teamId: team.id, settings: { trustLevel: "trusted" } },
  });
  return team.id;
}

fact(
  "I12",
  "an edited text is in the next session's prompt, in its tier; within an epoch the first two tiers keep their bytes",
  async () => {
    const desk = await turnDesk([WRITE, WRITE, SUBMIT, SUBMIT]);
    const { given } = desk;
    const teamId = await joinedTeam(desk);
    await writeAll(desk, teamId, "Old");
    beforeCall(desk, 1, () => writeAll(desk, teamId, "New"));
    const person = { reviewerKind: "person", reviewerId: given.owner.id } as const;
    await desk.begin(person);
    await desk.settle();
    const [first, second, third] = desk.model.requests.map(shown);
    expect([second?.[1], second?.[2]]).toEqual([first?.[1], first?.[2]]);
    expect([third?.[1], third?.[2]]).toEqual([first?.[1], first?.[2]]);
    expect(first?.[2]).toContain("Your trust level: trusted.");

    await desk.begin(person);
    await desk.settle();
    const fresh = desk.model.requests.map(shown)[3];
    for (const [kind, tier] of Object.entries(TIERS)) {
      const places = ([1, 2, 3] as const).map((each) => [
        first?.[each].includes(`Old ${kind}.`),
        fresh?.[each].includes(`New ${kind}.`),
        fresh?.[each].includes(`Old ${kind}.`),
      ]);
      const expected = ([1, 2, 3] as const).map((each) => [each === tier, each === tier, false]);
      expect({ kind, places }).toEqual({ kind, places: expected });
    }
    expect(desk.bugs).toEqual([]);
    await desk.close();
  },
);

test("announcements, feedback and shared results are in tier 3 of the very next call, and gone from it as soon", async () => {
  const desk = await turnDesk([WRITE, WRITE, SUBMIT]);
  const { deps, given } = desk;
  const teamId = await joinedTeam(desk);
  let taskId = "";
  let said = { announcementId: "", feedbackId: "" };
  beforeCall(desk, 0, async () => {
    const { id } = await announce(deps, given.owner, { text: "Prices rise.", audience: { kind: "everyone" } });
    await announce(deps, given.owner, { text: "For the mill.", audience: { kind: "team", teamId } });
    const other = { kind: "agent", agentId: given.reviewerId } as const;
    await announce(deps, given.owner, { text: "Not for you.", audience: other });
    const later = new Date(deps.now().getTime() + 3_600_000).toISOString();
    await announce(deps, given.owner, { text: "Not yet.", audience: { kind: "everyone" }, startsAt: later });
    const remark = await giveFeedback(deps, given.member, { taskId, rating: 4, text: "Tables,\nplease." });
    await giveFeedback(deps, given.member, { agentId: given.reviewerId, text: "Of another's work." });
    await addLink(deps, given.owner, { url: "https://example.com/style", title: "Style guide", summary: "", tags: [] });
    said = { announcementId: id, feedbackId: remark.id };
  });
  beforeCall(desk, 1, async () => {
    await endAnnouncement(deps, given.owner, said);
    await withdrawFeedback(deps, given.member, said);
  });
  taskId = await desk.begin({ reviewerKind: "person", reviewerId: given.owner.id });
  await desk.settle();
  const [first, second, third] = desk.model.requests.map((request) => shown(request)[3]);
  const [{ key } = { key: "" }] = await deps.database.query<{ key: string }>("select key from tasks where id = $1", [
    taskId,
  ]);
  for (const text of [
    "Prices rise.",
    "For the mill.",
    `Max Member on ${key} [4 of 5]: Tables, please.`,
    "Style guide",
  ]) {
    expect({ text, before: first?.includes(text), after: second?.includes(text) }).toEqual({
      text,
      before: false,
      after: true,
    });
  }
  for (const text of ["Not for you.", "Not yet.", "Of another's work."]) expect(second).not.toContain(text);
  expect(third).not.toContain("Prices rise.");
  expect(third).not.toContain("Tables, please.");
  expect(third).toContain("For the mill.");
  expect(desk.bugs).toEqual([]);
  await desk.close();
});
