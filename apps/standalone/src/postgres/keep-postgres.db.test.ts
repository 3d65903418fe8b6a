import { eventually } from "@cadre/testkit";
import { expect, test } from "vitest";
import { isAlive, useTemporaryHome } from "../fixtures/machine.ts";
import { keepPostgres } from "./keep-postgres.ts";
import { livePostmaster } from "./postmaster.ts";

const TIMEOUT_MS = 240_000;

const place = useTemporaryHome();

test(
  "a stop in the middle of a restart leaves no server behind",
  async () => {
    const notes: string[] = [];
    const kept = await keepPostgres(
      { home: place.home, initdbFlags: ["--no-sync"], note: (line) => notes.push(line) },
      { onMoved: () => undefined, onLost: (reason) => notes.push(String(reason)) },
    );
    const folder = `${place.home}/postgres`;
    const killed = livePostmaster(folder) ?? 0;
    process.kill(killed, "SIGKILL");
    await eventually(() => (notes.some((line) => line.includes("starting it again")) ? true : undefined), "restart");
    await kept.stop();
    expect(isAlive(killed)).toBe(false);
    expect(livePostmaster(folder)).toBeUndefined();
  },
  TIMEOUT_MS,
);
