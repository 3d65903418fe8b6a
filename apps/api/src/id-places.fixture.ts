/** A place in a request where the OpenAPI document lets an id stand. */
export type IdPlace = {
  /** Operation of the document; the id of its endpoint. */
  readonly operation: string;
  readonly at: "path" | "query" | "body";
  /** The way to it, `[]` for any item of a list: `blockerIds.[]`. */
  readonly pointer: string;
  /** Prefix of its ids, where the document says which kind it takes. */
  readonly prefix: string | undefined;
};

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

type Leaf = { readonly pointer: string; readonly schema: Schema };

/** Fields that hold any text and name nothing of an organization. One that is not here must be an id: so says its last word. */
const PLAIN_FIELDS = new Set(
  `action announcementsText apiKey checklistText command comment contextText cron currentPassword cursor defaultBranch description email
   eventTypes every file key label location model name newPassword normsText note organizationName password path pattern policiesText reason
   roleText schema search skills status subtasks summary tags text timeZone title token tool topic topics`.split(/\s+/),
);

/** What an option of a question is called by whoever asks it: it means nothing outside its question. */
const IDS_OF_NO_ROW = new Set(["optionId"]);

/** Every place for an id, and every field of which the document does not tell whether it is one. */
export function idPlaces(document: OpenApi): { readonly places: IdPlace[]; readonly unknown: string[] } {
  const places: IdPlace[] = [];
  const unknown: string[] = [];
  for (const operation of operationsOf(document)) {
    for (const { at, pointer, schema } of fieldsOf(document, operation)) {
      const field = pointer.split(".").findLast((word) => word !== "[]") ?? pointer;
      const prefix = /^Id of the form (\w+)_/.exec(schema.description ?? "")?.[1];
      // A path names a thing, whatever it calls the name.
      if (prefix !== undefined || at === "path" || (isIdName(field) && !IDS_OF_NO_ROW.has(field))) {
        places.push({ operation: operation.operationId, at, pointer, prefix });
      } else if (!(PLAIN_FIELDS.has(field) || IDS_OF_NO_ROW.has(field))) {
        unknown.push(`${operation.operationId} ${at} ${pointer}`);
      }
    }
  }
  return { places: distinct(places), unknown };
}

export function operationsOf(document: OpenApi): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

function isIdName(field: string): boolean {
  return /(?:^id|Id)s?$/.test(field) || field === "mentions";
}

function fieldsOf(document: OpenApi, operation: Operation): (Leaf & Pick<IdPlace, "at">)[] {
  const parameters = (["path", "query"] as const).flatMap((at) =>
    operation.parameters
      .filter((parameter) => parameter.in === at)
      .flatMap(({ name, schema }) => leavesOf(document, schema, name).map((leaf) => ({ ...leaf, at }))),
  );
  const body = operation.requestBody?.content["application/json"]?.schema ?? {};
  const inBody = leavesOf(document, body, "").map((leaf) => ({ ...leaf, at: "body" as const }));
  return [...parameters, ...inBody];
}

/** Every place below a schema where a text of the client's own choice can stand. */
function leavesOf(document: OpenApi, schema: Schema, pointer: string): Leaf[] {
  const named = document.components.schemas[schema.$ref?.split("/").at(-1) ?? ""];
  if (named !== undefined) return leavesOf(document, named, pointer);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choices.length > 0) {
    return choices.flatMap((choice) =>
      leavesOf(document, { description: schema.description ?? "", ...choice }, pointer),
    );
  }
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    leavesOf(document, property, pointer === "" ? name : `${pointer}.${name}`),
  );
  const items = schema.items === undefined ? [] : leavesOf(document, schema.items, `${pointer}.[]`);
  const isText = [schema.type].flat().includes("string");
  const isFree = schema.enum === undefined && schema.const === undefined && schema.format === undefined;
  return [...below, ...items, ...(isText && isFree ? [{ pointer, schema }] : [])];
}

function distinct(places: readonly IdPlace[]): IdPlace[] {
  return [...new Map(places.map((place) => [`${place.operation} ${place.at} ${place.pointer}`, place])).values()];
}
