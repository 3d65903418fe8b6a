import type { KnownEndpoint } from "@cadre/contracts";
import type { z } from "zod";

type NameOf<E> = E extends { readonly method: infer Method extends string; readonly path: infer Path extends string }
  ? `${Method} ${Path}`
  : never;

type Part<E, Name extends "params" | "query" | "body"> = E extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? undefined extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : {} extends z.input<Schema>
      ? { readonly [Key in Name]?: z.input<Schema> }
      : { readonly [Key in Name]: z.input<Schema> }
  : { readonly [Key in Name]?: undefined };

type Version<E> = E extends { readonly ifMatch: "required" }
  ? { readonly version: number }
  : E extends { readonly ifMatch: "optional" }
    ? { readonly version?: number }
    : { readonly version?: undefined };

/** One object type in place of an intersection: the compiler compares many of these quickly. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] };

type Request<E> = Flat<Part<E, "params"> & Part<E, "query"> & Part<E, "body"> & Version<E>>;
type Response<E> = E extends { readonly response: infer Schema extends z.ZodType } ? z.output<Schema> : never;

// Keyed by the endpoint, not by its name: looked up with a name that is not known yet, they then stay unresolved.
type Requests = { readonly [E in KnownEndpoint as NameOf<E>]: Request<E> };
type Answers = { readonly [E in KnownEndpoint as NameOf<E>]: Response<E> };

/** Method and path of an endpoint, as its contract writes them: `POST /tasks/:taskId/moves`. */
export type Route = keyof Requests;

/** What a call of this endpoint sends: its parts, and the version it saw where the endpoint compares it. */
export type Sent<R extends Route> = Requests[R];

/** What a success of this endpoint answers. */
export type Answer<R extends Route> = Answers[R];

/** One item of the list that this endpoint answers with. */
export type ItemOf<R extends Route> = Answer<R> extends { readonly data: readonly (infer Item)[] } ? Item : never;
