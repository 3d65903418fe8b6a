const SLEEPS = new Set(["sleep", "pause", "wait", "delay", "setTimeout"]);

/** A test that sleeps for a fixed time is slow on a good day and wrong on a bad one: await an event or move the clock. */
export const literalSleeps = {
  meta: { type: "problem" },
  create: (context) => ({
    AwaitExpression(node) {
      const call = node.argument;
      if (call.type !== "CallExpression" || !SLEEPS.has(call.callee.name)) return;
      const [time] = call.arguments;
      if (time?.type === "Literal" && typeof time.value === "number" && time.value > 0) {
        context.report({ node, message: "No sleeps: await an event, move the clock, or use `eventually`." });
      }
    },
  }),
};
