import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { verifyWebhook } from "./verify-webhook.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const now = new Date("2026-11-29T12:00:00Z");
const body = '{"type":"task.accepted","timestamp":"2026-11-29T12:00:00.000Z","data":{"id":"evt_1"}}';

function signed(seconds: number, text = body): Record<string, string> {
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`evt_1.${seconds}.${text}`).digest("base64");
  return { "webhook-id": "evt_1", "webhook-timestamp": String(seconds), "webhook-signature": `v1,old v1,${signature}` };
}
const at = now.getTime() / 1_000;

test("what was signed with the secret just now is a message", async () => {
  const message = await verifyWebhook({ secret, headers: signed(at), body, now });
  expect(message).toMatchObject({ id: "evt_1", type: "task.accepted", data: { id: "evt_1" } });
});

test("a changed body, another id, an old or future time, another secret and missing headers are refused", async () => {
  const headers = signed(at);
  await expect(verifyWebhook({ secret, headers, body: body.replace("evt_1", "evt_2"), now })).rejects.toThrow(
    "signature",
  );
  await expect(verifyWebhook({ secret, headers: { ...headers, "webhook-id": "evt_2" }, body, now })).rejects.toThrow();
  await expect(verifyWebhook({ secret, headers: signed(at - 301), body, now })).rejects.toThrow("too long ago");
  await expect(verifyWebhook({ secret, headers: signed(at + 301), body, now })).rejects.toThrow("clock");
  await expect(
    verifyWebhook({ secret, headers: { ...headers, "webhook-timestamp": "soon" }, body, now }),
  ).rejects.toThrow();
  await expect(verifyWebhook({ secret: `whsec_${"A".repeat(43)}=`, headers, body, now })).rejects.toThrow("signature");
  await expect(verifyWebhook({ secret, headers: {}, body, now })).rejects.toThrow("no header webhook-id");
  await expect(
    verifyWebhook({ secret, headers: { ...headers, "webhook-signature": "v1,%%%" }, body, now }),
  ).rejects.toThrow();
});

test("the client imports nothing from outside itself", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const imports = files.flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), "utf8").matchAll(/from "([^"]+)"/g)].map(
      (match) => match[1],
    ),
  );
  expect(files.length).toBeGreaterThan(6);
  expect(imports.filter((from) => from?.startsWith("./") !== true)).toEqual([]);
});
