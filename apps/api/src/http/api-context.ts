import type { Endpoint } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import type { EngineDeps, LlmTestDeps, PersonActor } from "@cadre/engine";
import type { EventHub, Logger, Mailer, RunStream } from "@cadre/server-kit";
import type { RateLimits } from "./rate-limits.ts";
import type { SignInCookie } from "./sign-in-cookie.ts";

/** What the edge needs, built once in `start-api.ts` and injected by this token. */
export class ApiContext {
  readonly deps: EngineDeps;
  readonly log: Logger;
  readonly hub: EventHub;
  readonly runStream: RunStream;
  readonly endpoints: readonly Endpoint[];
  /** Finds who a key belongs to, as the database has it now. */
  readonly authenticate: (key: string) => Promise<Actor | undefined>;
  /** Finds who is signed in, in the organization that the request names. */
  readonly authenticateSignIn: (token: string, organizationId: string | undefined) => Promise<PersonActor | undefined>;
  readonly cookie: SignInCookie;
  readonly limits: RateLimits;
  /** The address that people use, where it is not the one we listen on. */
  readonly publicUrl: string | undefined;
  /** Proxies whose word about a client's address is taken. */
  readonly trustedProxies: string | undefined;
  /** Whether a Host header names us. */
  readonly isAllowedHost: (header: string | undefined) => boolean;
  /** The engine with what the model settings need. */
  readonly llm: LlmTestDeps;
  /** None where the operator names no mail server. */
  readonly mailer: Mailer | undefined;
  readonly metrics: () => Promise<{ type: string; text: string }>;
  readonly version: string;

  constructor(parts: Readonly<ApiContext>) {
    this.deps = parts.deps;
    this.log = parts.log;
    this.hub = parts.hub;
    this.runStream = parts.runStream;
    this.endpoints = parts.endpoints;
    this.authenticate = parts.authenticate;
    this.isAllowedHost = parts.isAllowedHost;
    this.llm = parts.llm;
    this.mailer = parts.mailer;
    this.metrics = parts.metrics;
    this.authenticateSignIn = parts.authenticateSignIn;
    this.cookie = parts.cookie;
    this.limits = parts.limits;
    this.publicUrl = parts.publicUrl;
    this.trustedProxies = parts.trustedProxies;
    this.version = parts.version;
  }
}
