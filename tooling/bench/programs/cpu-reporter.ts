/** Loaded before a child's own program: answers what CPU time the process has used, and ends it when the benchmark is gone. */
process.on("message", (message: { type?: string }) => {
  if (message.type !== "bench.cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.({ type: "bench.cpu", micros: user + system });
});
process.once("disconnect", () => process.exit(1));
