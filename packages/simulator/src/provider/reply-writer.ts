import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { effectOf, type FaultEffect } from "./fault-plan.ts";

type StreamError = Extract<FaultEffect, { kind: "stream-error" }>;

type Writing = {
  readonly effects: readonly FaultEffect[];
  /** Milliseconds after each streamed event; 0 means none. */
  readonly paceMs: number;
  /** The event of an error in mid-stream, in the words of the dialect. */
  readonly errorFrame: (planned: StreamError) => string;
};

/** Writes a stream with its pace and its faults. Resolves when it ended, was cut, or the client went away. */
export async function writeStream(response: ServerResponse, frames: Iterable<string>, writing: Writing): Promise<void> {
  const cut = effectOf(writing.effects, "cut");
  const failing = effectOf(writing.effects, "stream-error");
  let sent = 0;
  for (const frame of frames) {
    if (response.destroyed) return;
    if (cut !== undefined && sent >= cut.afterEvents) return void response.destroy();
    if (failing !== undefined && sent >= failing.afterEvents) {
      await writeText(response, writing.errorFrame(failing), writing.effects);
      return void response.end();
    }
    await writeText(response, frame, writing.effects);
    sent += 1;
    if (writing.paceMs > 0) await wait(writing.paceMs);
  }
  response.end();
}

/** Writes a whole JSON answer, with its faults: `cut` sends half of it. */
export async function writeJson(
  response: ServerResponse,
  body: object,
  effects: readonly FaultEffect[],
): Promise<void> {
  const text = JSON.stringify(body);
  if (effectOf(effects, "cut") !== undefined) {
    await writeText(response, text.slice(0, text.length / 2), effects);
    return void response.destroy();
  }
  await writeText(response, text, effects);
  response.end();
}

async function writeText(response: ServerResponse, text: string, effects: readonly FaultEffect[]): Promise<void> {
  if (effectOf(effects, "one-byte-chunks") === undefined) return await writeBytes(response, Buffer.from(text));
  for (const byte of Buffer.from(text)) await writeBytes(response, Buffer.of(byte));
}

async function writeBytes(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await Promise.race([once(response, "drain"), once(response, "close")]);
}
