import type { Role } from "@cadre/domain";
import type { FaultKind } from "@cadre/shared";
import type { z } from "zod";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A failure an endpoint may answer with, for its documentation and for clients that branch on `code`. */
export type EndpointFault = { readonly kind: FaultKind; readonly code: string };

/** One endpoint: everything that crosses, in one place. Validation, types, OpenAPI and the client come from it. */
export type Endpoint = {
  /** `resource.verb`, unique; the operation id of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Below `/api/v1`, with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  /** The least role that may call it; `public` needs no key. */
  readonly access: Role | "public";
  /** Only for a person who is signed in: a key is for work and changes nothing of its person's account. */
  readonly needsSignIn?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The most bytes of its body, where `API_LIMITS.bodyBytes` is too little. */
  readonly bodyBytes?: number;
  readonly response: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  /** `required`: an update that must name the version it saw. `optional`: it is checked when it is sent. */
  readonly ifMatch?: "required" | "optional";
  /** What a success carries when it is not JSON. */
  readonly produces?: string;
  readonly faults?: readonly EndpointFault[];
  /** An example of the body, shown in the OpenAPI document and checked by a test. */
  readonly example?: unknown;
};

/** Declares an endpoint; its schemas keep their types. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Parsed<E, Part extends string> = E extends { readonly [key in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** What a handler gets: the parsed parts, and the version of `If-Match` where the endpoint takes one. */
export type EndpointInput<E> = {
  readonly params: Parsed<E, "params">;
  readonly query: Parsed<E, "query">;
  readonly body: Parsed<E, "body">;
  readonly version: E extends { readonly ifMatch: "required" }
    ? number
    : E extends { readonly ifMatch: "optional" }
      ? number | undefined
      : undefined;
};

type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchangeable<T[Key]> }
    : T;

/** What a handler answers. */
export type EndpointOutput<E> = E extends { readonly response: infer Schema extends z.ZodType }
  ? Unchangeable<z.input<Schema>>
  : never;
