import { SUPERVISOR_LIMITS } from "@cadre/shared";

/**
 * Loaded before a child's own program: when the channel to the supervisor closes, because it died, the child stops as
 * if asked to, and at once when that takes too long. So no process outlives its supervisor.
 */
process.once("disconnect", () => {
  setTimeout(() => process.exit(1), SUPERVISOR_LIMITS.childStopMs).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
