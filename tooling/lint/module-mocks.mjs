const MOCKING = new Set(["mock", "doMock", "unmock", "importMock", "importActual"]);
const FRAMEWORKS = new Set(["vi", "vitest", "jest"]);

/** The only fakes are the model, the clock and ids; a module that is replaced proves nothing about itself. */
export const moduleMocks = {
  meta: { type: "problem" },
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || !FRAMEWORKS.has(callee.object.name)) return;
      if (MOCKING.has(callee.property.name)) context.report({ node, message: "No mocks of modules." });
    },
  }),
};
