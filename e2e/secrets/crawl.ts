import { createHash } from "node:crypto";
import type { Keys } from "./story.ts";
import type { Recorder } from "./recorder.ts";
import type { Vault } from "./vault.ts";

type Schema = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
};

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly "application/json"?: { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
};

type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const MOST_IDS_OF_A_KIND = 40;
/** Answers tell of more ids; what the answers to those tell of is known by then. */
const WALKS = 2;
const SECRET_FIELDS = /password|apiKey|token|secret/i;

/** Asks for everything that the document lets one read, with every id that was heard of so far. Returns how many answers there were. */
export async function readEverything(recorder: Recorder, headers: Keys): Promise<number> {
  const document = await readDocument(recorder);
  const asked = new Set<string>();
  for (let walk = 1; walk <= WALKS; walk += 1) {
    for (const [path, methods] of Object.entries(document.paths)) {
      const operation = methods["get"];
      if (operation === undefined || isStream(operation)) continue;
      for (const address of addressesOf(path, operation, recorder)) {
        if (asked.has(address)) continue;
        asked.add(address);
        await recorder.ask("GET", address, { headers });
      }
    }
  }
  return asked.size;
}

/** Sends secrets where they belong in a form that is refused, to every operation that takes one. Returns how many there are. */
export async function misuseSecrets(recorder: Recorder, vault: Vault, headers: Keys): Promise<number> {
  const document = await readDocument(recorder);
  let fields = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const field of secretFields(document, operation)) {
        const secret = vault.make(
          `misused ${operation.operationId} ${field} ${createHash("md5").update(path).digest("hex").slice(0, 6)}`,
        );
        const address = path.replaceAll(/\{\w+\}/g, `x-${secret}`);
        const bodies = [
          { [field]: secret },
          { [field]: [secret] },
          { [field]: { [secret]: secret } },
          { [field]: `${secret}\u0000` },
          { [field]: `${secret} `.repeat(300) },
          `{"${field}":"${secret}",}`,
          `{"${field}":${secret}}`,
          `"${secret}"`,
        ];
        for (const body of bodies)
          await recorder.ask(method.toUpperCase(), address.replace(`x-${secret}`, "none"), { body, headers });
        await recorder.ask("POST", `${address}?${field}=${secret}`, {
          body: {},
          headers: { ...headers, "content-type": "text/plain" },
        });
        fields += 1;
      }
    }
  }
  return fields;
}

async function readDocument(recorder: Recorder): Promise<OpenApi> {
  const { text } = await recorder.ask("GET", "/api/openapi.json");
  return JSON.parse(text) as OpenApi;
}

function isStream({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => content !== undefined && "text/event-stream" in content);
}

function secretFields(document: OpenApi, { requestBody }: Operation): string[] {
  const schema = requestBody?.content["application/json"]?.schema;
  const named = document.components.schemas[schema?.$ref?.split("/").at(-1) ?? ""] ?? schema;
  return Object.keys(named?.properties ?? {}).filter((name) => SECRET_FIELDS.test(name));
}

/** The path with every combination of ids that were heard of, and with every parameter of its query that takes an id. */
function addressesOf(path: string, { parameters }: Operation, recorder: Recorder): string[] {
  return parameters
    .filter(({ in: at }) => at === "path")
    .reduce<string[]>(
      (addresses, { name, schema }) => {
        const prefix = /^Id of the form (\w+)_/.exec(schema.description ?? "")?.[1];
        const ids = prefix === undefined ? [] : idsHeard(recorder, prefix);
        return addresses.flatMap((address) => ids.map((id) => address.replace(`{${name}}`, id)));
      },
      [path],
    );
}

function idsHeard({ heard }: Recorder, prefix: string): string[] {
  const pattern = new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`, "g");
  const ids = new Set(heard.flatMap(({ text }) => text.match(pattern) ?? []));
  return [...ids].slice(-MOST_IDS_OF_A_KIND);
}
