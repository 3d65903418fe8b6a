/** A published vocabulary of tokens. */
export type Encoding = "o200k_base" | "cl100k_base";

const O200K = /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[134])(?![a-z0-9])/;
const CL100K = /^gpt-(?:4|3\.5)(?![0-9])/;

/** The vocabulary a model counts with, by its id without a vendor's prefix; undefined where none is published. Fact M11. */
export function encodingOf(model: string): Encoding | undefined {
  const id = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  if (O200K.test(id)) return "o200k_base";
  return CL100K.test(id) ? "cl100k_base" : undefined;
}
