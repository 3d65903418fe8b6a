import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Dashboard, readDashboard } from "./dashboard-files.ts";
import { serveDashboard } from "./serve-dashboard.ts";

const SCRIPT = "console.log('cadre');\n".repeat(100);

let folder: string;
let server: FastifyInstance;
let isSetUp: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cadre-dashboard-"));
  mkdirSync(join(folder, "assets"));
  mkdirSync(join(folder, ".vite"));
  writeFileSync(join(folder, "index.html"), `<html data-setup="{{setup}}" data-nonce="{{nonce}}"></html>`);
  writeFileSync(join(folder, "assets/index-AAAA.js"), SCRIPT);
  writeFileSync(join(folder, "theme.js"), "theme()");
  writeFileSync(join(folder, ".vite/manifest.json"), "{}");
  isSetUp = false;
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function serve(dashboard: Dashboard | undefined): void {
  server = Fastify();
  serveDashboard(server, async () => isSetUp, dashboard);
  server.get("/api/v1/me", async () => "the API");
}

test("every address that is not the API's is the page, with a nonce of its own and a strict policy", async () => {
  serve(readDashboard(folder));
  const nonces = new Set<string>();
  for (const url of ["/", "/setup?token=x", "/tasks/tsk_1", "/apis"]) {
    const answer = await server.inject(url);
    const nonce = /data-nonce="([^"]+)"/.exec(answer.body)?.[1] ?? "";
    nonces.add(nonce);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('data-setup="open"');
    expect(answer.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; connect-src 'self'; script-src 'self';/,
    );
    expect(answer.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    expect(answer.headers["content-security-policy"]).not.toContain("unsafe");
    expect(answer.headers["x-frame-options"]).toBe("DENY");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
  }
  expect(nonces.size).toBe(4);
  isSetUp = true;
  expect((await server.inject("/")).body).toContain('data-setup="done"');
});

test("a page that cannot be filled is a failure, not a page", async () => {
  server = Fastify();
  serveDashboard(server, () => Promise.reject(new Error("no database")), readDashboard(folder));
  expect((await server.inject("/")).statusCode).toBe(500);
});

test("built files are packed and kept for ever, others are asked for again", async () => {
  serve(readDashboard(folder));
  const packed = await server.inject({ url: "/assets/index-AAAA.js", headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
  const plain = await server.inject("/assets/index-AAAA.js");
  expect(plain.body).toBe(SCRIPT);
  const theme = await server.inject("/theme.js");
  expect(theme.headers["cache-control"]).toBe("no-cache");
  const again = await server.inject({ url: "/theme.js", headers: { "if-none-match": String(theme.headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test("nothing outside of the built files is served, and a missing file is not the page", async () => {
  serve(readDashboard(folder));
  for (const url of ["/assets/index-OLD.js", "/.vite/manifest.json", "/../package.json", "/%2e%2e/package.json"]) {
    const answer = await server.inject(url);
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 404 });
    expect(answer.headers["content-type"]).toContain("application/problem+json");
  }
});

test("the API stays the API's, and other methods are none of the dashboard's business", async () => {
  serve(readDashboard(folder));
  expect((await server.inject("/api/v1/me")).body).toBe("the API");
  expect((await server.inject("/api/v1/nothing")).statusCode).toBe(404);
  expect((await server.inject({ url: "/", method: "POST" })).statusCode).toBe(404);
});

test("a dashboard that was not built says how it is", async () => {
  expect(readDashboard(join(folder, "nowhere"))).toBeUndefined();
  serve(undefined);
  const answer = await server.inject("/");
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
});
