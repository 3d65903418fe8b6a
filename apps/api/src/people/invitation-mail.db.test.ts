import { invitationEndpoints } from "@cadre/contracts";
import { type MailServer, startMailServer } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, clientShowing, dataIn } from "../api.fixture.ts";

let mails: MailServer;
let fixture: ApiFixture;

beforeAll(async () => {
  mails = await startMailServer();
  fixture = await apiFixture({ CADRE_SMTP_URL: mails.url, CADRE_MAIL_FROM: "cadre@example.test" });
});
afterAll(async () => {
  await fixture.close();
  await mails.close();
});

async function invite(body: object) {
  return dataIn(invitationEndpoints.create, await fixture.owner.post("/invitations", body));
}

function mailTo(address: string) {
  return mails.received.filter(({ to }) => to.includes(address));
}

test("a mail brings the link to the address, and nobody else sees it", async () => {
  const { link, mail } = await invite({ role: "member", email: "grace@example.test" });
  expect({ link, mail }).toEqual({ link: null, mail: { status: "sent", problem: null } });
  const [sent] = mailTo("grace@example.test");
  expect(sent).toMatchObject({ to: ["grace@example.test"], from: "cadre@example.test" });
  expect(sent?.head).toMatch(/^Subject: Olive Owner invites you to /m);
  const [, token] = /\/join\?token=(cadi_[\w-]+)/.exec(sent?.text ?? "") ?? [];
  const accepted = await clientShowing(fixture.api.url, {}).post("/invitations/accept", {
    token,
    email: "grace@example.test",
    name: "Grace",
    password: "a long sentence",
  });
  expect(accepted.status).toBe(201);
});

test("where the mail server refuses, the link is shown with what it said, and works", async () => {
  mails.refuse("No such mailbox here");
  const { link, mail, invitation } = await invite({ role: "viewer", email: "ida@example.test" });
  expect(mail).toEqual({ status: "failed", problem: expect.stringContaining("No such mailbox here") });
  expect(link).toContain("/join?token=cadi_");
  expect(invitation.status).toBe("open");
  expect(mailTo("ida@example.test")).toEqual([]);
  mails.refuse(undefined);
});

test("an invitation without an address is handed over", async () => {
  const { link, mail } = await invite({ role: "viewer" });
  expect(mail).toEqual({ status: "none", problem: null });
  expect(link).toContain("/join?token=cadi_");
});

test("a repeated request sends no second mail", async () => {
  const key = { "idempotency-key": "one-mail" };
  const body = { role: "viewer", email: "joan@example.test" };
  const browser = await fixture.signedIn(fixture.given.owner);
  const [first, second] = [
    await browser.post("/invitations", body, key),
    await browser.post("/invitations", body, key),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(mailTo("joan@example.test")).toHaveLength(1);
});

test("an organization's name cannot add lines to the head of a mail", async () => {
  const { owner } = await fixture.stranger("lines");
  await fixture.deps.database.query("update organizations set name = $1 where slug = 'lines'", [
    "Acme\r\nBcc: eve@example.test\r\n\r\nAll yours",
  ]);
  dataIn(invitationEndpoints.create, await owner.post("/invitations", { role: "viewer", email: "kate@example.test" }));
  const [sent] = mailTo("kate@example.test");
  expect(sent?.to).toEqual(["kate@example.test"]);
  expect(sent?.head).not.toMatch(/^Bcc:/m);
});
