import type { ModelEvent, ModelFailure, ModelRequest } from "@cadre/domain";
import type { Now } from "@cadre/shared";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { StartIdleWatch } from "./idle-watch.ts";

/** What a call authenticates with. Never logged, never part of a result. */
export type Credentials = {
  readonly apiKey: string;
  /** Unset: the vendor's own address. */
  readonly baseUrl?: string | undefined;
};

export type CallOptions = { readonly signal: AbortSignal; readonly credentials: Credentials };

export type TokenCount =
  { readonly kind: "counted"; readonly tokens: number } | { readonly kind: "failed"; readonly failure: ModelFailure };

/** A model as its vendor lists it; limits are undefined where the vendor does not say. */
export type ListedModel = {
  readonly id: string;
  readonly label: string;
  readonly maxInputTokens: number | undefined;
  readonly maxOutputTokens: number | undefined;
};

export type ModelList =
  | { readonly kind: "listed"; readonly models: readonly ListedModel[] }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

/** One vendor's models behind the neutral types. It makes exactly one attempt per call: retries are the router's. */
export type ModelProvider = {
  readonly name: string;
  /** Its replies are made up and cost nothing; every reply carries the flag. */
  readonly isSimulated: boolean;
  /**
   * Streams one call. It never throws: the last event is `end` or `failed`, and `failed` carries the usage so far.
   * Aborting the signal ends the HTTP request and yields `failed` of kind `aborted`.
   */
  stream(request: ModelRequest, options: CallOptions): AsyncIterable<ModelEvent>;
  /** Asks the vendor for the size of a prompt, in tokens. */
  countTokens?(request: ModelRequest, options: CallOptions): Promise<TokenCount>;
  /** Asks the vendor which models the credentials may use. */
  listModels?(options: CallOptions): Promise<ModelList>;
};

/** What every provider is built from; time and timers come from outside so that tests need no waiting. */
export type ProviderDeps = {
  readonly now: Now;
  readonly catalogue: Catalogue;
  readonly startIdleWatch: StartIdleWatch;
};

export type ProviderDefinition = {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly isSimulated: boolean;
  /** False: a server may do without a key. */
  readonly needsKey: boolean;
  /** True: there is no address of a vendor to fall back to. */
  readonly needsBaseUrl: boolean;
  /** The model where none was chosen; undefined where only the server knows. */
  readonly defaultModel: string | undefined;
  /** Environment variables that may hold the key, first match wins. Empty: the provider needs none. */
  readonly keyVariables: readonly string[];
  /** Environment variable that replaces the vendor's address. */
  readonly baseUrlVariable: string;
  readonly create: (deps: ProviderDeps) => ModelProvider;
};

/** Declares a provider for the registry; its literal name stays in the type. */
export function defineProvider<const Definition extends ProviderDefinition>(definition: Definition): Definition {
  return definition;
}
