import type { VendorAnswer } from "./vendor-server.fixture.ts";

/** How one vendor's wire looks in each situation a provider must survive. */
export type WireDialect = {
  /** Whole replies. */
  text(pieces: readonly string[]): VendorAnswer;
  empty(): VendorAnswer;
  toolCall(call: { readonly name: string; readonly json: readonly string[] }): VendorAnswer;
  /** Left out by a dialect that has no stop reason for it. */
  contextStop?(): VendorAnswer;
  /** Broken replies, each after the given text. */
  cutAfter(text: string): VendorAnswer;
  resetAfter(text: string): VendorAnswer;
  silentAfter(text: string): VendorAnswer;
  errorAfter(text: string): VendorAnswer;
  /** Refused requests. */
  refusal(status: number, headers?: Readonly<Record<string, string>>): VendorAnswer;
  /** Tokens every reply of this dialect reports, before its own output. */
  readonly promptTokens: number;
};
