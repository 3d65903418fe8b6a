import type { BundleReceipt } from "./receipt.ts";

/** The shape of receipts; a receipt of an older one is not compared with. */
export const RECEIPT_VERSION = 2;

/** A receipt from its stored text, or nothing for texts of other versions. A parse boundary: only receipts are stored there. */
export function parseReceipt(text: string): BundleReceipt | undefined {
  const stored = JSON.parse(text) as Partial<BundleReceipt>;
  return stored.v === RECEIPT_VERSION ? (stored as BundleReceipt) : undefined;
}
