import { type AddressInfo, createServer } from "node:net";
import { type MailServer, startMailServer } from "@cadre/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer } from "./mailer.ts";

const FROM = "cadre@example.test";
const MAIL = { to: "grace@example.test", subject: "Hello", text: "Come in." };

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

test("mail goes to the one address it names, with the user and password of the address", async () => {
  const mailer = createMailer({ url: server.url, from: FROM });
  await mailer.send(MAIL);
  expect(server.received).toEqual([
    { to: ["grace@example.test"], from: FROM, head: expect.stringContaining("Subject: Hello"), text: "Come in.\r\n" },
  ]);
  await mailer.send({ ...MAIL, to: "a@example.test, b@example.test" }).catch(() => undefined);
  expect(server.received.flatMap(({ to }) => to)).not.toContain("b@example.test");
});

test("a wrong password and a refused address are told in the server's words", async () => {
  const stranger = createMailer({ url: server.url.replace("cadre:", "eve:"), from: FROM });
  await expect(stranger.send(MAIL)).rejects.toThrow("Who are you?");
  server.refuse("No such mailbox here");
  await expect(createMailer({ url: server.url, from: FROM }).send(MAIL)).rejects.toThrow("No such mailbox here");
});

test("a password goes to no other machine without TLS", async () => {
  const mailer = createMailer({ url: server.url.replace("127.0.0.1", "127-0-0-1.invalid"), from: FROM });
  await expect(mailer.send(MAIL)).rejects.toThrow();
  const { port } = new URL(server.url);
  const elsewhere = createMailer({ url: `smtp://cadre:secret@0.0.0.0:${port}`, from: FROM });
  await expect(elsewhere.send(MAIL)).rejects.toThrow(/TLS/i);
  expect(server.received).toEqual([]);
});

test("a server that says nothing is given up, and one that is not there says so", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, timeoutMs: 100 });
  await expect(mailer.send(MAIL)).rejects.toThrow();
  await new Promise((resolve) => silent.close(resolve));
  await expect(mailer.send(MAIL)).rejects.toThrow("ECONNREFUSED");
});
