import type { Endpoint } from "@cadre/contracts";

/** What a caller must know beside the summary: who may, what a repeat does, how versions are named, where a list goes on. */
export function descriptionOf(endpoint: Endpoint): string {
  return [endpoint.summary, accessText(endpoint), repeatText(endpoint), versionText(endpoint), listText(endpoint)]
    .filter((text) => text !== "")
    .join(" ");
}

function accessText({ access, needsSignIn }: Endpoint): string {
  if (needsSignIn === true) return "Needs a person who is signed in, not a key.";
  if (access === "public") return "Needs no key.";
  return access === "viewer" ? "Every key may." : `Needs the role ${access} or a higher one.`;
}

function repeatText({ method, access }: Endpoint): string {
  switch (method) {
    case "GET":
      return "Changes nothing.";
    case "POST":
      return access === "public" ? "" : "With an Idempotency-Key a repeat is answered alike and carried out once.";
    case "PATCH":
    case "PUT":
    case "DELETE":
      return "";
  }
}

function versionText({ ifMatch, method, produces }: Endpoint): string {
  if (ifMatch === "required")
    return "Send If-Match with the ETag that was read; a version that is not the newest is refused.";
  if (ifMatch === "optional") return "With If-Match only if that is still the newest version.";
  return method === "GET" && produces === undefined ? "If-None-Match with the ETag that was read saves the bytes." : "";
}

function listText({ query }: Endpoint): string {
  const shape = query === undefined ? {} : (query as unknown as { readonly shape?: object }).shape;
  return shape !== undefined && "cursor" in shape
    ? "Send nextCursor as cursor for the next page, until it is null."
    : "";
}
