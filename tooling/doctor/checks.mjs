import { account } from "./checks/account.mjs";
import { clock } from "./checks/clock.mjs";
import { database } from "./checks/database.mjs";
import { disk } from "./checks/disk.mjs";
import { home } from "./checks/home.mjs";
import { migrations } from "./checks/migrations.mjs";
import { model } from "./checks/model.mjs";
import { node } from "./checks/node.mjs";
import { packages } from "./checks/packages.mjs";
import { port } from "./checks/port.mjs";
import { redis } from "./checks/redis.mjs";
import { registry } from "./checks/registry.mjs";
import { sandbox } from "./checks/sandbox.mjs";

/**
 * What the doctor looks at, in order. A check answers `{ status, found, fix? }`: `ok`, `warning` (works, but less well) or
 * `failed` (does not work), what was seen, and what to do about it.
 */
export const CHECKS = [
  node,
  packages,
  registry,
  account,
  clock,
  disk,
  home,
  port,
  database,
  migrations,
  redis,
  sandbox,
  model,
];
