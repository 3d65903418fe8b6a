import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { Fault } from "@cadre/shared";

/** Encrypts what must be stored and used again, such as a signing secret. `about` binds it to its row: moved elsewhere it does not open. */
export type SecretBox = {
  seal(secret: string, about: string): string;
  open(sealed: string, about: string): string;
};

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = "v1.";

/**
 * A box (AES-256-GCM) whose key lies in a file that only this account can read; it is made when it is first needed. A secret of the
 * operator's, where one is given, takes the place of the file. Faults: `secret.no-key`, `secret.cannot-open`.
 */
export function createFileSecretBox(keyFile: string, given?: string): SecretBox {
  let known: Buffer | undefined;
  const key = (): Buffer => (known ??= given === undefined ? readKey(keyFile) : derivedKey(given));
  return {
    seal(secret, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key(), nonce, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(about),
      );
      const bytes = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return FORMAT + bytes.toString("base64");
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed.slice(FORMAT.length), "base64");
      const secretKey = key();
      try {
        const decipher = createDecipheriv("aes-256-gcm", secretKey, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch (cause) {
        const source = given === undefined ? `the key in ${keyFile}` : "CADRE_SECRET_KEY";
        throw new Fault("unavailable", "secret.cannot-open", {
          message: `A stored secret (${about}) does not open with ${source}. Every server of an installation needs the key that it was stored with: put it back, or make the secret anew.`,
          cause,
        });
      }
    },
  };
}

function derivedKey(given: string): Buffer {
  return Buffer.from(hkdfSync("sha256", given, "cadre", "secret-box-v1", KEY_BYTES));
}

function readKey(keyFile: string): Buffer {
  const key = Buffer.from(readOrMake(keyFile).trim(), "base64");
  if (key.length === KEY_BYTES) return key;
  return noKey(`${keyFile} holds no key`);
}

function readOrMake(keyFile: string): string {
  try {
    return readFileSync(keyFile, "utf8");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) return noKey(`${keyFile} cannot be read`, error);
    makeKey(keyFile);
    return readFileSync(keyFile, "utf8");
  }
}

function noKey(what: string, cause?: unknown): never {
  throw new Fault("unavailable", "secret.no-key", {
    message: `${what}. Put the file of this installation back: secrets were encrypted with it.`,
    cause,
  });
}

/** Written beside and linked, so that the file is there whole or not at all, and the first of several processes wins. */
function makeKey(keyFile: string): void {
  mkdirSync(path.dirname(keyFile), { recursive: true });
  const draft = `${keyFile}.${randomBytes(8).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
  closeSync(file);
  try {
    linkSync(draft, keyFile);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}
