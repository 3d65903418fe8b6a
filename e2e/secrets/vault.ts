/** Secrets that were planted, and the test of a text for them. */
export type Vault = {
  /** Remembers a secret by its name and returns it. */
  plant(name: string, value: string): string;
  /** A new secret of our own making. */
  make(name: string): string;
  value(name: string): string;
  /** Names of the secrets that are in a text or in bytes, whatever coat they wear. */
  foundIn(content: string | Buffer): string[];
  /** The text without one secret, where showing that one is what the text is for. */
  without(name: string, text: string): string;
};

const COATS: readonly (readonly [coat: string, wear: (value: string) => string])[] = [
  ["plain", (value) => value],
  ["hex", (value) => Buffer.from(value).toString("hex")],
  ["base64", (value) => Buffer.from(value).toString("base64").replace(/=+$/, "").slice(0, -1)],
  ["url", (value) => encodeURIComponent(value)],
];

export function createVault(): Vault {
  const secrets = new Map<string, string>();
  const value = (name: string): string => {
    const found = secrets.get(name);
    if (found === undefined) throw new Error(`No secret is called ${name}.`);
    return found;
  };
  const plant = (name: string, secret: string): string => {
    // A short one would be found by chance.
    if (secret.length < 12) throw new Error(`The secret ${name} is too short to be looked for.`);
    secrets.set(name, secret);
    return secret;
  };
  return {
    plant,
    value,
    make: (name) => plant(name, `canary-${name.replaceAll(" ", "-")}-${crypto.randomUUID()}`),
    foundIn: (content) =>
      [...secrets].flatMap(([name, secret]) =>
        COATS.some(([, wear]) => content.includes(wear(secret))) ? [name] : [],
      ),
    without: (name, text) => text.replaceAll(value(name), `<${name}>`),
  };
}
