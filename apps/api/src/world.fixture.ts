import {
  addSubtask,
  announce,
  changeDocument,
  commentOnTask,
  createApiKey,
  createInvitation,
  createLlmDeps,
  createLlmProvider,
  createOrganization,
  createSession,
  createSignInLink,
  createTask,
  createTeam,
  createWebhook,
  type EngineDeps,
  getOrganization,
  getSessionContext,
  giveFeedback,
  grantStandingApprovals,
  noteOnTask,
  testWebhook,
  openSignIn,
  takeSignInLink,
  transact,
} from "@cadre/engine";
import { NO_USAGE } from "@cadre/domain";
import { claimTestRun, type Given, insertPerson, queueTestRun } from "@cadre/testkit";

/** One of everything that an organization can have, by name. Two worlds have the same names. */
export type World = Readonly<Record<string, string>>;

/** Furnishes an organization: every kind of thing that a path or a body can name is there. */
export async function furnish(deps: EngineDeps, given: Given): Promise<World> {
  await deps.database.query("update projects set key = 'WORK' where id = $1", [given.projectId]);
  return {
    projectId: given.projectId,
    ownerId: given.owner.id,
    memberId: given.member.id,
    managerId: given.managerId,
    workerId: given.workerId,
    reviewerId: given.reviewerId,
    idleAgentId: await given.newAgent({ name: "Ida" }),
    spareAgentId: await given.newAgent({ name: "Sam" }),
    ...(await furnishOrganization(deps, given)),
    ...(await furnishPeople(deps, given)),
    ...(await furnishTasks(deps, given)),
    ...(await furnishTalk(deps, given)),
    ...(await furnishApprovals(deps, given)),
    ...(await furnishProviders(deps, given)),
    ...(await furnishWebhooks(deps, given)),
    ...(await furnishKnowledge(deps, given)),
  };
}

/** An announcement, and a remark on an agent. */
async function furnishKnowledge(deps: EngineDeps, { owner, workerId }: Given): Promise<World> {
  const told = await announce(deps, owner, { text: "Prices rise.", audience: { kind: "everyone" } });
  const said = await giveFeedback(deps, owner, { agentId: workerId, rating: 3, text: "Quicker, please." });
  return { announcementId: told.id, feedbackId: said.id };
}

async function furnishOrganization(deps: EngineDeps, { owner, projectId, reviewerId }: Given): Promise<World> {
  const team = await createTeam(deps, owner, { name: "Mill", announcementsText: "", normsText: "" });
  const { apiKey } = await createApiKey(deps, owner, { name: "spare" });
  const actions = [{ tool: "shell_execute", action: "ls" }];
  const [standing] = await grantStandingApprovals(deps, owner, { projectId, actions });
  const spare = await createTeam(deps, owner, { name: "Quarry", announcementsText: "", normsText: "" });
  for (const [version, text] of ["You judge.", "You judge twice."].entries()) {
    await changeDocument(deps, owner, { kind: "role", ownerId: reviewerId, version, text });
  }
  return { teamId: team.id, spareTeamId: spare.id, apiKeyId: apiKey.id, standingApprovalId: standing?.id ?? "" };
}

/** More people, ways in for others, and an organization elsewhere that invites. Names of what lets somebody in end in Token. */
async function furnishPeople(deps: EngineDeps, { owner, member, organizationId }: Given): Promise<World> {
  const newPerson = (name: string): ReturnType<typeof insertPerson> =>
    insertPerson(deps, organizationId, { name, role: "member" });
  const colleague = await newPerson("Cora");
  const leaver = await newPerson("Leo");
  const founder = await newPerson("Fay");
  const own = await createSignInLink(deps, owner, { personId: owner.id });
  await takeSignInLink(deps, { token: own.token, password: "a long sentence" }, "test");
  const email = `owner-of-${(await getOrganization(deps, owner)).slug}@example.test`;
  await deps.database.query("update people set email = $2 where id = $1", [owner.id, email]);
  const { actor } = await openSignIn(deps, owner, "test");
  const elsewhere = await createOrganization(deps, { ...founder, role: "owner" }, { name: "Elsewhere" });
  const invite = (who: typeof owner): ReturnType<typeof createInvitation> =>
    createInvitation(deps, who, { role: "member", expiresInDays: 7 });
  const invitation = await invite(owner);
  return {
    organizationId,
    colleagueId: colleague.id,
    leaverId: leaver.id,
    signInId: actor.credentialId ?? "",
    invitationId: (await invite(owner)).invitation.id,
    ownerEmail: email,
    invitationToken: invitation.token,
    elsewhereToken: (await invite(elsewhere)).token,
    linkToken: (await createSignInLink(deps, owner, { personId: member.id })).token,
  };
}

/** Two providers at an address where nothing listens, so that walks reach the end of their calls at once. */
async function furnishProviders(deps: EngineDeps, { owner }: Given): Promise<World> {
  const llm = createLlmDeps(deps, ["127.0.0.1:9"]);
  const input = { kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1", costsNothing: true } as const;
  const used = await createLlmProvider(llm, owner, { ...input, name: "Attic", apiKey: "0123456789abcdef" });
  const spare = await createLlmProvider(llm, owner, { ...input, name: "Cellar" });
  return { llmProviderId: used.id, spareLlmProviderId: spare.id };
}

/** A webhook with a delivery that has ended, and one to remove. */
async function furnishWebhooks(deps: EngineDeps, { owner }: Given): Promise<World> {
  const input = { url: "https://hooks.example.com/cadre", description: "", eventTypes: ["task.*"] };
  const { webhook } = await createWebhook(deps, owner, input);
  const spare = await createWebhook(deps, owner, input);
  const delivery = await testWebhook(deps, owner, { webhookId: webhook.id });
  await deps.database.query(
    "update webhook_deliveries set status = 'delivered', attempts = 1, response_status = 204, ended_at = cadre_now() where id = $1",
    [delivery.id],
  );
  await deps.database.query(
    `insert into webhook_attempts (delivery_id, number, organization_id, response_status, response_text, duration_ms)
     values ($1, 1, $2, 204, '', 5)`,
    [delivery.id, owner.organizationId],
  );
  return { webhookId: webhook.id, spareWebhookId: spare.webhook.id, deliveryId: delivery.id };
}

async function furnishTasks(deps: EngineDeps, given: Given): Promise<World> {
  const { owner, projectId } = given;
  const base = { projectId, assigneeId: given.workerId, reviewerId: given.reviewerId };
  const task = await createTask(deps, owner, {
    ...base,
    title: "Say hello",
    checks: [{ kind: "file_exists", path: "a" }],
  });
  const scheduled = await createTask(deps, owner, { ...base, title: "Every day", schedule: { every: "1d" } });
  const movable = await createTask(deps, owner, { ...base, title: "Move me" });
  const blocker = await createTask(deps, owner, { ...base, title: "First" });
  const comment = await commentOnTask(deps, owner, { taskId: task.id, text: "Hello", mentions: [given.member.id] });
  const note = await noteOnTask(deps, owner, { taskId: task.id, text: "Prices are in cents." });
  const subtask = await addSubtask(deps, owner, { taskId: task.id, title: "one" });
  const other = await addSubtask(deps, owner, { taskId: task.id, title: "two" });
  return {
    taskId: task.id,
    scheduledTaskId: scheduled.id,
    movableTaskId: movable.id,
    blockerId: blocker.id,
    commentId: comment.id,
    noteId: note.id,
    subtaskId: subtask.id,
    otherSubtaskId: other.id,
    ...(await furnishResults(deps, given, task.id)),
    ...(await furnishRun(deps, given, task.id)),
  };
}

async function furnishResults(deps: EngineDeps, given: Given, taskId: string): Promise<World> {
  const submitId = deps.newId("submit");
  const deliverableId = deps.newId("deliverable");
  const hash = await deps.blobs.put("hello\n");
  const manifest = JSON.stringify([{ path: "out/hello.txt", sha256: hash, bytes: 6 }]);
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     values ($1, $2, $3, 1, $4, 'Said hello.', 'none', $5)`,
    [submitId, given.organizationId, taskId, given.workerId, manifest],
  );
  await deps.database.query(
    `insert into deliverables (id, organization_id, project_id, task_id, submit_id, round, type, title, reference, blob_hash, bytes,
       created_by_kind, created_by_id)
     values ($1, $2, $3, $4, $5, 1, 'file', 'The greeting', 'out/hello.txt', $6, 6, 'agent', $7)`,
    [deliverableId, given.organizationId, given.projectId, taskId, submitId, hash, given.workerId],
  );
  return { submitId, deliverableId };
}

/** A run of the reviewer with an attempt, a reply, a tool call, model calls of both sorts, and a wait. */
async function furnishRun(deps: EngineDeps, given: Given, taskId: string): Promise<World> {
  const actor = given.agent(given.reviewerId);
  const sessionId = await transact(deps, actor, async (tx) => {
    const session = await tx.sessions.ensure({ key: "test", agentId: given.reviewerId, kind: "turn", taskId });
    return session.sessionId;
  });
  const runId = await queueTestRun(deps, given, { agentId: given.reviewerId, taskId, sessionId, scenario: "review" });
  const { fence } = await claimTestRun(deps, runId);
  const entryId = await transact(deps, actor, (tx) =>
    tx.sessions.append(
      sessionId,
      { kind: "user-message", v: 1, content: [{ type: "text", text: "Look at this." }] },
      { runId, fence, step: 1 },
    ),
  );
  const scope = [given.organizationId, runId];
  await deps.database.query(
    `insert into tool_calls (run_id, entry_id, call_id, organization_id, position, step, name, args, args_hash, effect,
       idempotency_key, status)
     values ($2, $3, 'call_1', $1, 0, 1, 'file_read', '{"path":"a"}', 'none', 'read', $2 || ':1', 'recorded')`,
    [...scope, entryId],
  );
  const { receipt, promptTextHash } = await furnishPrompt(deps, given, sessionId);
  const call = `insert into model_calls (id, organization_id, run_id, session_id, fence, step, provider, model, is_simulated, status,
       input_tokens, output_tokens, cost_micros, simulated_cost_micros, receipt, ended_at)
     values ($3, $1, $2, $9, $4, 1, $5, 'model', $6, 'done', 100, 20, $7, $8, $10, cadre_now())`;
  const modelCallId = deps.newId("modelCall");
  const otherModelCallId = deps.newId("modelCall");
  await deps.database.query(call, [...scope, modelCallId, fence, "simulated", true, 0, 1_234, sessionId, receipt]);
  await deps.database.query(call, [...scope, otherModelCallId, fence, "anthropic", false, 900, 0, sessionId, receipt]);
  await deps.database.query(
    "insert into waits (id, organization_id, run_id, kind, due_at) values ($3, $1, $2, 'not_before', cadre_now())",
    [...scope, deps.newId("wait")],
  );
  return { sessionId, runId, entryId, modelCallId, otherModelCallId, promptTextHash };
}

/** What an executor freezes and keeps for a session's calls: the facts of its epoch, a receipt, and the texts that this names. */
async function furnishPrompt(
  deps: EngineDeps,
  { organizationId, reviewerId, owner }: Given,
  sessionId: string,
): Promise<{ readonly receipt: string; readonly promptTextHash: string }> {
  const facts = {
    agent: { id: reviewerId, name: "Rita", position: "worker", roleText: "", skills: [] },
    organization: { name: "Engines", timeZone: "UTC" },
    tools: [],
    colleagues: [],
    people: [],
    home: `/data/${organizationId}/agents/${reviewerId}`,
    environment: { os: "test" },
  };
  await deps.database.query(
    "insert into session_epochs (session_id, epoch, organization_id, facts) values ($1, 1, $2, $3)",
    [sessionId, organizationId, JSON.stringify(facts)],
  );
  const { told, texts } = await getSessionContext(deps, owner, { sessionId });
  for (const { hash, text } of texts) {
    await deps.database.query("insert into prompt_texts (organization_id, hash, text) values ($1, $2, $3)", [
      organizationId,
      hash,
      text,
    ]);
  }
  // One that no other organization has: its own folder stands in it.
  const own = texts.find(({ text }) => text.includes(organizationId));
  const receipt = { ...told?.receipt, repairs: [], shortened: [], capped: [], unpinned: [] };
  return { receipt: JSON.stringify(receipt), promptTextHash: own?.hash ?? "" };
}

/** A session that nothing works in, with a message, a reply and the result of its call. */
async function furnishTalk(deps: EngineDeps, given: Given): Promise<World> {
  const talk = await createSession(deps, given.owner, { agentId: given.reviewerId, title: "Talk" });
  const talkEntryId = await transact(deps, given.agent(given.reviewerId), async (tx) => {
    const first = await tx.sessions.append(talk.id, {
      kind: "user-message",
      v: 1,
      content: [{ type: "text", text: "What is in it?" }],
    });
    const assistantEntryId = await tx.sessions.append(talk.id, {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId: "call_7", name: "file_read", args: { path: "a" } }],
      model: { provider: "simulated", model: "m" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    });
    const result = { assistantEntryId, callId: "call_7", name: "file_read", outcome: "done" } as const;
    await tx.sessions.append(talk.id, { kind: "tool-result", v: 1, ...result, text: "one\ntwo" });
    return first;
  });
  return { talkSessionId: talk.id, talkEntryId };
}

async function furnishApprovals(deps: EngineDeps, given: Given): Promise<World> {
  const request = (title: string, options: { id: string; label: string }[]): Promise<string> =>
    transact(deps, given.agent(given.workerId), (tx) =>
      tx.approvals.request({
        kind: options.length === 0 ? "action" : "question",
        title,
        description: "",
        agentId: given.workerId,
        action: "rm -rf build",
        options,
      }),
    );
  const approvalId = await request("Remove the build?", []);
  const otherApprovalId = await request("Remove it again?", []);
  const questionId = await request("Which colour?", [{ id: "blue", label: "Blue" }]);
  const [notification] = await deps.database.query<{ id: string }>(
    "select id from notifications where organization_id = $1 and person_id = $2 order by id limit 1",
    [given.organizationId, given.owner.id],
  );
  return { approvalId, otherApprovalId, questionId, notificationId: notification?.id ?? "" };
}
