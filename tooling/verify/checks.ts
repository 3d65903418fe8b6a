import type { Check } from "./check.ts";
import { canary } from "./checks/canary.ts";
import { containers } from "./checks/containers.ts";
import { dashboard } from "./checks/dashboard.ts";
import { format } from "./checks/format.ts";
import { generated } from "./checks/generated.ts";
import { house } from "./checks/house.ts";
import { lint } from "./checks/lint.ts";
import { modules } from "./checks/modules.ts";
import { packages } from "./checks/packages.ts";
import { papers } from "./checks/papers.ts";
import { typecheck } from "./checks/typecheck.ts";
import { unused } from "./checks/unused.ts";
import { words } from "./checks/words.ts";

/** Everything that must hold before a change is done, quickest to fail first. Tests run after these. */
export const CHECKS: readonly Check[] = [
  house,
  words,
  papers,
  format,
  packages,
  modules,
  typecheck,
  lint,
  unused,
  dashboard,
  generated,
  containers,
  canary,
];
