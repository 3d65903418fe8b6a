import type { Role } from "@cadre/domain";
import type { FaultKind } from "@cadre/shared";
import type { z } from "zod";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A failure an endpoint may answer with, for its documentation and for clients that branch on `code`. */
export type EndpointFault = { readonly kind: FaultKind; readonly code: string };

/** One endpoint: everything that crosses, in one place. Validation, types, OpenAPI and the client come from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** `resource.verb`, unique; the operation id of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Below `/api/v1`, with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  /** The least role that may call it; `public` needs no key. */
  readonly access: Role | "public";
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  readonly status: 200 | 201 | 202 | 204;
  /** `required`: an update that must name the version it saw. */
  readonly ifMatch?: "required";
  readonly faults?: readonly EndpointFault[];
  /** An example of the body, shown in the OpenAPI document and checked by a test. */
  readonly example?: unknown;
};

/** Declares an endpoint; its schemas keep their types. */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return endpoint;
}

/** What a handler gets: the parsed parts, and the version of `If-Match` where the endpoint demands one. */
export type EndpointInput<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? {
        readonly params: z.output<Params>;
        readonly query: z.output<Query>;
        readonly body: z.output<Body>;
        readonly version: number;
      }
    : never;

export type EndpointOutput<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Response> ? z.input<Response> : never;
