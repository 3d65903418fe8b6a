import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@cadre/testkit";
import { field, type Heard, type Recorder, type Reply, signInToken } from "./recorder.ts";
import type { Vault } from "./vault.ts";

const LONG_MS = 240_000;

/** A text that is no secret: it goes the way of all texts. */
export const OPEN_WORD = "open-word-that-everybody-may-read";

/** The stage of a canary run: the product, who listens, and whose place everything has. */
export type Scene = {
  readonly vault: Vault;
  readonly recorder: Recorder;
  /** The product's address; what a browser says it comes from. */
  readonly url: string;
  readonly setupToken: string;
  readonly providerUrl: string;
  readonly hookUrl: string;
};

export type Keys = Readonly<Record<"authorization", string>>;

/** Sets the product up, lets people in by every door there is, and shows each secret to the one answer that may show it. */
export async function letPeopleIn(scene: Scene): Promise<Keys> {
  const { vault, recorder, url } = scene;
  const origin = { origin: url };
  const token = vault.plant("setup token", scene.setupToken);
  await recorder.ask("POST", "/api/v1/setup", {
    body: {
      token: `${token}x`,
      name: "Ada",
      email: "ada@example.com",
      password: vault.make("password of a failed setup"),
    },
    headers: origin,
  });
  await recorder.ask("POST", "/api/v1/setup", {
    body: { token, name: "Ada", email: "ada@example.com", password: vault.make("password") },
    headers: origin,
    shows: { "first API key": field("apiKey"), "sign-in of the setup": signInToken },
  });
  const key = { authorization: `Bearer ${vault.value("first API key")}` };
  await recorder.ask("POST", "/api/v1/sign-in", {
    body: { email: "ada@example.com", password: vault.make("wrong password") },
    headers: origin,
  });
  await recorder.ask("POST", "/api/v1/sign-in", {
    body: { email: "ada@example.com", password: vault.value("password") },
    headers: origin,
    shows: { "sign-in": signInToken },
  });
  await changePassword(scene);
  await recorder.ask("GET", "/api/v1/tasks", { headers: { authorization: `Bearer ${vault.make("unknown API key")}` } });
  await recorder.ask("POST", "/api/v1/api-keys", {
    body: { name: "CI", role: "member" },
    headers: key,
    shows: { "second API key": field("key") },
  });
  await inviteColleague(scene, key);
  return key;
}

async function changePassword({ vault, recorder, url }: Scene): Promise<void> {
  const headers = { origin: url, cookie: `cadre-sign-in=${vault.value("sign-in")}` };
  const change = (currentPassword: string, newPassword: string): Promise<Reply> =>
    recorder.ask("POST", "/api/v1/me/password", { body: { currentPassword, newPassword }, headers });
  await change(vault.value("wrong password"), vault.make("password of a refused change"));
  const { status, text } = await change(vault.value("password"), vault.make("new password"));
  if (status >= 300) throw new Error(`The password was not changed: ${text}`);
}

async function inviteColleague({ vault, recorder, url }: Scene, key: Keys): Promise<void> {
  const origin = { origin: url };
  const invited = await recorder.ask("POST", "/api/v1/invitations", {
    body: { role: "member", email: "grace@example.com" },
    headers: { ...key, "idempotency-key": "the-invitation" },
    shows: { "invitation token": ({ text }) => tokenIn(text) },
  });
  if (invited.status !== 201) throw new Error(invited.text);
  const token = vault.value("invitation token");
  await recorder.ask("POST", "/api/v1/invitations/preview", { body: { token } });
  const accepted = await recorder.ask("POST", "/api/v1/invitations/accept", {
    body: { token, email: "grace@example.com", name: "Grace", password: vault.make("password of the invited") },
    headers: origin,
    shows: { "sign-in of the invited": signInToken },
  });
  const person = JSON.parse(accepted.text) as { personId: string };
  const linked = await recorder.ask("POST", `/api/v1/organization/members/${person.personId}/sign-in-link`, {
    body: {},
    headers: { origin: url, cookie: `cadre-sign-in=${vault.value("sign-in")}` },
    shows: { "token of a sign-in link": ({ text }) => tokenIn(text) },
  });
  if (linked.status !== 201) throw new Error(linked.text);
  await recorder.ask("POST", "/api/v1/sign-in-links/use", {
    body: { token: vault.value("token of a sign-in link"), password: vault.make("password by link") },
    headers: origin,
    shows: { "sign-in by link": signInToken },
  });
  // What a link opens is a page of the dashboard; its address is all that a server could write down.
  for (const [page, name] of [
    ["/setup?token=", "setup token"],
    ["/join?token=", "invitation token"],
    ["/new-password?token=", "token of a sign-in link"],
  ] as const) {
    await recorder.ask("GET", `${page}${vault.value(name)}`);
  }
}

/** The part of a link that lets somebody in. */
function tokenIn(text: string): string {
  const found = /[#?&]token=([\w-]+)/.exec(text)?.[1];
  if (found === undefined) throw new Error(`No token in ${text}`);
  return found;
}

/** Connects providers and webhooks, with right and with wrong secrets. Returns the provider that works. */
export async function connectOutside(scene: Scene, key: Keys): Promise<string> {
  const { vault, recorder, hookUrl } = scene;
  const provider = await recorder.ask("POST", "/api/v1/settings/llm/providers", {
    body: {
      kind: "openai",
      name: "Vendor",
      baseUrl: `${scene.providerUrl}/v1`,
      apiKey: vault.value("wrong provider key"),
      costsNothing: false,
    },
    headers: { ...key, "idempotency-key": "the-provider" },
  });
  const { id } = JSON.parse(provider.text) as { id: string };
  const path = `/api/v1/settings/llm/providers/${id}`;
  const refused = await recorder.ask("POST", `${path}/test`, { body: { model: "gpt-6-luna" }, headers: key });
  if (!refused.text.includes('"failed"')) throw new Error(`A wrong key was not refused: ${refused.text}`);
  await recorder.ask("GET", `${path}/models`, { headers: key });
  await recorder.ask("PATCH", path, {
    body: { apiKey: vault.make("provider key") },
    headers: { ...key, "if-match": '"1"' },
  });
  await recorder.ask("POST", `${path}/test`, { body: { model: "gpt-6-luna" }, headers: key });

  const hook = await recorder.ask("POST", "/api/v1/webhooks", {
    body: { url: hookUrl, eventTypes: ["*"] },
    headers: { ...key, "idempotency-key": "the-webhook" },
    shows: { "first webhook secret": field("secret") },
  });
  const { webhook } = JSON.parse(hook.text) as { webhook: { id: string } };
  await recorder.ask("POST", `/api/v1/webhooks/${webhook.id}/rotate-secret`, {
    body: {},
    headers: key,
    shows: { "webhook secret": field("secret") },
  });
  return id;
}

/** Listens for webhooks; whatever it is told is heard. Its own answer repeats what it was told. */
export async function openHook(heard: Heard[]): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      const text = `${JSON.stringify(request.headers)}\n${body}`;
      heard.push({ where: "webhook", text });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type TaskView = {
  readonly id: string;
  readonly status: string;
  readonly projectId: string;
  readonly assigneeId: string;
  readonly reviewerId: string;
};

/** Plays the bundled story with the key of the environment. */
export async function playStory({ recorder }: Scene, key: Keys): Promise<TaskView> {
  const started = await recorder.ask("POST", "/api/v1/demo/start", { body: {}, headers: key });
  const { task } = JSON.parse(started.text) as { task: TaskView };
  return untilEnded(recorder, key, task.id);
}

/** Has an agent look for secrets where a curious one would: in its environment, in that of others, and in the home of the product. */
export async function lookAround(scene: Scene, key: Keys, story: TaskView): Promise<TaskView> {
  const { recorder } = scene;
  const commands = [
    "env | sort > out/environment.txt",
    "cat -v /proc/self/environ > out/own.txt 2>&1; true",
    "cat ../../../../postgres.json ../../../../secret.key > out/home.txt 2>&1; true",
  ];
  await recorder.ask("POST", `/api/v1/projects/${story.projectId}/standing-approvals`, {
    body: { actions: commands.map((action) => ({ tool: "shell_execute", action })) },
    headers: key,
  });
  const created = await recorder.ask("POST", "/api/v1/tasks", {
    body: {
      projectId: story.projectId,
      assigneeId: story.assigneeId,
      reviewerId: story.reviewerId,
      title: "Look around",
      description: `Create \`out/hello.txt\` with "${OPEN_WORD}". ${commands.map((command) => `Then run \`${command}\`.`).join(" ")}\n\nDeliverables: \`out/hello.txt\`, \`out/environment.txt\`, \`out/own.txt\`, \`out/home.txt\``,
    },
    headers: key,
  });
  const { id } = JSON.parse(created.text) as { id: string };
  return untilEnded(recorder, key, id);
}

/** Waits for a task's good end; a bad one is thrown with what was said about it. */
async function untilEnded(recorder: Recorder, headers: Keys, taskId: string): Promise<TaskView> {
  const read = async (path: string): Promise<string> =>
    (await recorder.ask("GET", `/api/v1/tasks/${taskId}${path}`, { headers })).text;
  const look = async (): Promise<TaskView | undefined> => {
    const task = JSON.parse(await read("")) as TaskView;
    return ["completed", "blocked", "failed"].includes(task.status) ? task : undefined;
  };
  const task = await eventually(look, "end of the task", LONG_MS);
  if (task.status === "completed") return task;
  throw new Error(`The task is ${task.status}: ${await read("/comments")} ${await read("/transitions")}`);
}
