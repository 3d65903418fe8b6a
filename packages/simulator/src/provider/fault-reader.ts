import { Fault } from "@cadre/shared";
import type { FaultKind, PlannedFault } from "./fault-plan.ts";

const SCOPE_FIELDS = { times: "number", skip: "number", path: "string", model: "string" } as const;

/** The fields of each kind and their types; a name that ends in `?` may be left out. */
const KIND_FIELDS: Readonly<Record<FaultKind, Readonly<Record<string, "number" | "string">>>> = {
  status: {
    status: "number",
    "type?": "string",
    "message?": "string",
    "retryAfterSeconds?": "number",
    "errorCode?": "string",
  },
  delay: { ms: "number" },
  "one-byte-chunks": {},
  hang: {},
  reset: {},
  cut: { afterEvents: "number" },
  "stream-error": { afterEvents: "number", "type?": "string", "message?": "string" },
  "truncated-tool-json": {},
  refusal: { "category?": "string" },
  "max-tokens": { "tokens?": "number" },
  "context-exceeded": { "as?": "string" },
};

/** Reads what `/control/faults` was sent: one fault or a list. Throws a Fault that names the field. */
export function readPlannedFaults(body: unknown): PlannedFault[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  return list.map((value, at) => readPlannedFault(value, Array.isArray(body) ? `${at}.` : ""));
}

function readPlannedFault(value: unknown, path: string): PlannedFault {
  if (value === null || typeof value !== "object") throw refused(`${path}kind`, "A fault is an object with a kind.");
  const fields = value as Readonly<Record<string, unknown>>;
  const kind = fields["kind"];
  const allowed = isKind(kind) ? KIND_FIELDS[kind] : undefined;
  if (allowed === undefined) {
    throw refused(
      `${path}kind`,
      `There is no fault ${JSON.stringify(kind)}. Kinds: ${Object.keys(KIND_FIELDS).join(", ")}.`,
    );
  }
  const types = new Map<string, string>(Object.entries(SCOPE_FIELDS));
  for (const [name, type] of Object.entries(allowed)) types.set(name.replace("?", ""), type);
  for (const [name, field] of Object.entries(fields)) {
    if (name === "kind") continue;
    const type = types.get(name);
    if (type === undefined) throw refused(`${path}${name}`, `A ${String(kind)} fault has no field ${name}.`);
    if (typeof field !== type) throw refused(`${path}${name}`, `${name} must be a ${type}.`);
  }
  const missing = Object.keys(allowed).find((name) => !name.endsWith("?") && fields[name] === undefined);
  if (missing !== undefined) throw refused(`${path}${missing}`, `A ${String(kind)} fault needs ${missing}.`);
  return value as PlannedFault;
}

function isKind(kind: unknown): kind is FaultKind {
  return typeof kind === "string" && Object.hasOwn(KIND_FIELDS, kind);
}

function refused(field: string, message: string): Fault {
  return new Fault("invalid", "simulator.bad-fault", { message, field });
}
