import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { API_LIMITS } from "@cadre/shared";
import type { FastifyReply } from "fastify";
import { PAGE_HEADERS } from "../http/security-headers.ts";

/** A page in one file, and the policy that lets exactly its own style and script run. */
export type HtmlPage = { readonly html: string; readonly policy: string };

/** What pages may name in double braces. */
const FILLINGS: Readonly<Record<string, string>> = {
  style: readText("page.css"),
  nameChars: String(API_LIMITS.nameChars),
  passwordMinChars: String(API_LIMITS.passwordMinChars),
  passwordMaxChars: String(API_LIMITS.passwordMaxChars),
};

/** Filled for each request: where the reader found the page. Only in text, since the policy names the bytes of scripts. */
const ORIGIN = "{{origin}}";

/** Reads a page that lies beside this file, and fills it. Throws when it names something that there is not. */
export function readPage(file: string): HtmlPage {
  const html = readText(file).replace(/\{\{(\w+)\}\}/g, (braces, name: string) => {
    if (braces === ORIGIN) return braces;
    const filling = FILLINGS[name];
    if (filling === undefined) throw new Error(`${file} names {{${name}}}, which nothing fills.`);
    return filling;
  });
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `script-src ${hashesOf(html, "script")}`,
    `style-src ${hashesOf(html, "style")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, policy: policy.join("; ") };
}

export function sendPage(reply: FastifyReply, page: HtmlPage): void {
  void reply
    .headers(PAGE_HEADERS)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", page.policy)
    .send(page.html.replaceAll(ORIGIN, `${reply.request.protocol}://${reply.request.host}`));
}

function readText(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), "utf8");
}

/** Hashes of the page's own elements of a kind; nothing that somebody puts into the page later has one. */
function hashesOf(html: string, element: "script" | "style"): string {
  const contents = [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, "g"))].map(
    (match) => match[1] ?? "",
  );
  const hashes = contents.map((content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  return hashes.length === 0 ? "'none'" : hashes.join(" ");
}
