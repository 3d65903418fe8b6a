import { Fault } from "@cadre/shared";
import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** What of a request tells where it comes from. */
export type Asked = { readonly method: string; readonly headers: IncomingHttpHeaders };

/**
 * Refuses a change that another site's page asks for with this browser's cookie (CSRF). Browsers say by themselves where a request comes
 * from, and pages cannot lie about it: `Sec-Fetch-Site`, or `Origin` where the address is not trustworthy enough for the former. A port
 * beside ours is the same site and yet another origin, so `SameSite` alone would let it in. Fault: `request.foreign-origin`.
 */
export function refuseForeignOrigin(request: Asked, publicUrl: string | undefined): void {
  if (!SAFE_METHODS.includes(request.method) && comesFrom(request, publicUrl) === "elsewhere") throw foreignOrigin();
}

/** The same for a request that shows a cookie: it must say where it comes from. */
export function requireOwnOrigin(request: Asked, publicUrl: string | undefined): void {
  if (!SAFE_METHODS.includes(request.method) && comesFrom(request, publicUrl) !== "here") throw foreignOrigin();
}

function comesFrom({ headers }: Asked, publicUrl: string | undefined): "here" | "elsewhere" | "unknown" {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" ? "here" : "elsewhere";
  const { origin } = headers;
  if (origin === undefined) return "unknown";
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return "here";
  return URL.canParse(origin) && new URL(origin).host === headers.host ? "here" : "elsewhere";
}

function foreignOrigin(): Fault {
  return new Fault("forbidden", "request.foreign-origin", {
    message:
      "This change was asked for by a page of another origin, or by a program that shows a cookie without saying where it comes from. Programs use an API key.",
    field: "Origin",
  });
}
