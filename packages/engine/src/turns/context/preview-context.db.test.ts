import type { ModelRequest } from "@cadre/domain";
import { callsOf, fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { ensureSession } from "../../sessions/ensure-session.ts";
import { transact } from "../../open-transaction.ts";
import { turnDesk, type TurnDesk } from "../turn-desk.fixture.ts";
import { type ContextView, getSessionContext } from "./context-view.ts";

const WRITE = callsOf(["file_write", { path: "page.md", content: "A page.\n" }]);
const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);

/** Everything that a look at a context could have written. */
async function rows({ deps }: TurnDesk): Promise<unknown> {
  return deps.database.query(
    `select (select count(*)::int from session_entries) as entries,
       (select string_agg(md5(payload), ' ' order by session_id, seq) from session_entries) as payloads, (select count(*)::int from session_epochs) as epochs,
       (select count(*)::int from prompt_texts) as texts, (select count(*)::int from model_calls) as calls,
       (select count(*)::int from outbox) as events, (select max(version) from tasks) as version`,
  );
}

/** Looks at the session's context while each call is on its way, before its reply is there. */
function watched(desk: TurnDesk, look: (request: ModelRequest) => Promise<void>): void {
  const { provider } = desk.model;
  const { stream } = provider;
  Object.assign(provider, {
    async *stream(...args: Parameters<typeof stream>) {
      await look(args[0]);
      yield* stream(...args);
    },
  });
}

fact(
  ["I12", "TW-34"],
  "the context that is shown is the call that is made, and looking at it writes nothing",
  async () => {
    const desk = await turnDesk([WRITE, WRITE, SUBMIT]);
    // The minute stands in the prompt: it must not end between a call and the look at it.
    await desk.clock.hold();
    const seen: { readonly request: ModelRequest; readonly view: ContextView }[] = [];
    watched(desk, async (request) => {
      const [session] = await desk.deps.database.query<{ id: string }>("select id from sessions");
      const before = await rows(desk);
      const view = await getSessionContext(desk.deps, desk.given.owner, {
        sessionId: session?.id ?? "",
        messages: true,
      });
      expect(await rows(desk)).toEqual(before);
      seen.push({ request, view });
    });
    await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
    await desk.settle();
    expect(seen).toHaveLength(3);
    const stored = await desk.deps.database.query<{ receipt: string }>(
      "select receipt from model_calls order by started_at, id",
    );
    for (const [at, { request, view }] of seen.entries()) {
      expect(view.messages).toEqual(request.messages);
      const system = request.system.map(({ text }) => text).join("\n");
      const sent = JSON.parse(stored[at]?.receipt ?? "{}") as NonNullable<ContextView["told"]>["receipt"];
      const { sections, tools, messages, budget, cache, model, lastEntryId } = view.told?.receipt ?? {};
      expect({ sections, tools, messages, budget, model, lastEntryId, marks: cache?.marks }).toEqual({
        sections: sent.sections,
        tools: sent.tools,
        messages: sent.messages,
        budget: sent.budget,
        model: at === 0 ? undefined : sent.model,
        lastEntryId: sent.lastEntryId,
        marks: sent.cache.marks,
      });
      // Before the first call nothing names the model that the environment will choose.
      if (at > 0) expect(cache?.predictedTokens).toBe(sent.cache.predictedTokens);
      const texts = new Map(view.texts.map(({ hash, text }) => [hash, text]));
      const shown = view.told?.receipt.sections.filter(({ tier }) => tier < 3).map(({ hash }) => texts.get(hash)) ?? [];
      for (const text of shown) expect(system).toContain(text);
      expect(view.tail).toBe(request.tail);
    }
    // Nothing is predicted of a session's first call.
    expect(seen.map(({ view }) => (view.told?.receipt.cache.predictedTokens ?? 0) > 0)).toEqual([false, true, true]);
    await desk.close();
  },
);

test("a session in which no agent has worked yet has no context, and says so; a foreign or deleted one is not found", async () => {
  const desk = await turnDesk([]);
  const { deps, given } = desk;
  const { sessionId } = await transact(deps, given.owner, (tx) =>
    ensureSession(tx, { key: "empty", agentId: given.workerId, kind: "chat" }),
  );
  await expect(getSessionContext(deps, given.owner, { sessionId })).rejects.toMatchObject({
    code: "session.not-begun",
  });
  const stranger = { ...given.owner, organizationId: "org_other" };
  await expect(getSessionContext(deps, stranger, { sessionId })).rejects.toMatchObject({ code: "session.not-found" });
  await deps.database.query("update sessions set deleted_at = cadre_now() where id = $1", [sessionId]);
  const deleted = getSessionContext(deps, given.owner, { sessionId });
  await expect(deleted).rejects.toMatchObject({ code: "session.not-found" });
  await desk.close();
});
