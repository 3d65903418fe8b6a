export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly maxLength?: number;
};

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What an operation answers with when it does what it was asked for. */
export type Answer = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Names of what it is given. */
  readonly given: readonly string[];
  readonly status: number;
  readonly address: RegExp;
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: unknown;
};

/** Every GET of the document, those with the fewest parameters first. */
export function answersOf(document: OpenApi): Answer[] {
  return allAnswersOf(document).filter(({ method }) => method === "GET");
}

/** Every operation of the document, those with the fewest parameters first. */
export function allAnswersOf(document: OpenApi): Answer[] {
  const paths = Object.entries(document.paths).toSorted(([one], [other]) => holes(one) - holes(other));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => {
      const [status = "200", done] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
      const [mediaType, { schema, example }] = Object.entries(done?.content ?? {})[0] ?? ["", nothing];
      const body = requestBody?.content["application/json"]?.schema;
      return {
        operation: operationId,
        method: method.toUpperCase(),
        path,
        given: body === undefined ? [] : fieldsOf(document, body),
        status: Number(status),
        address: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
        mediaType,
        schema,
        example,
      };
    }),
  );
}

/** What may be wrong with a request: its own fields, and the texts further in. */
function fieldsOf(document: OpenApi, body: Schema): string[] {
  const { properties = {} } = namedBy(document, body) ?? body;
  const inner = textsOf(document, body, "").map(({ pointer }) => pointer);
  return [...new Set([...Object.keys(properties), ...inner])];
}

const nothing = { schema: {}, example: undefined } as const;

function holes(path: string): number {
  return path.split("{").length;
}

/** How long a text may be that is sent under a name, in characters: the longest that any request allows. */
export function sentLimits(document: OpenApi): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    for (const leaf of schema === undefined ? [] : textsOf(document, schema, "")) {
      const { maxLength } = leaf.schema;
      if (maxLength !== undefined) limits.set(leaf.name, Math.max(maxLength, limits.get(leaf.name) ?? 0));
    }
  }
  return limits;
}

type Leaf = { readonly pointer: string; readonly name: string; readonly schema: Schema };

/** Every place below a schema where a text stands that is of no list and no form. */
export function textsOf(document: OpenApi, schema: Schema, pointer: string): Leaf[] {
  const { properties = {}, items, additionalProperties } = schema;
  const named = namedBy(document, schema);
  if (named !== undefined) return textsOf(document, named, pointer);
  const below = [
    ...branchesOf(schema).map((branch) => [pointer, branch] as const),
    ...Object.entries(properties).map(([name, property]) => [joined(pointer, name), property] as const),
    ...(items === undefined ? [] : [[joined(pointer, "[]"), items] as const]),
    ...(typeof additionalProperties === "object" ? [[joined(pointer, "*"), additionalProperties] as const] : []),
  ];
  const own = isFreeText(schema) ? [{ pointer, name: nameOf(pointer), schema }] : [];
  return [...own, ...below.flatMap(([at, inner]) => textsOf(document, inner, at))];
}

export function namedBy(document: OpenApi, { $ref: reference }: Schema): Schema | undefined {
  return reference === undefined ? undefined : document.components.schemas[reference.split("/").at(-1) ?? ""];
}

export function branchesOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? [];
}

/** A text that is of no list and no form; an address is as free as its end. */
export function isFreeText({ type, ...schema }: Schema): boolean {
  const isListed = schema.enum !== undefined || schema.const !== undefined;
  const isFormed = schema.format !== undefined && schema.format !== "uri";
  return [type].flat().includes("string") && !isListed && !isFormed;
}

export function joined(pointer: string, name: string): string {
  return pointer === "" ? name : `${pointer}.${name}`;
}

/** The last name of a way that is no place in a list. */
export function nameOf(pointer: string): string {
  return pointer.split(".").findLast((word) => word !== "[]") ?? pointer;
}
