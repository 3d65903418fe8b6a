/** `send(mail, true)` says nothing to its reader: two functions, or an option with a name. */
export const booleanParameters = {
  meta: { type: "problem" },
  create(context) {
    const check = (node) => {
      for (const parameter of node.params) {
        const target = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
        const isBoolean = target.typeAnnotation?.typeAnnotation?.type === "TSBooleanKeyword";
        const isDefaulted = parameter.type === "AssignmentPattern" && typeof parameter.right.value === "boolean";
        if (isBoolean || isDefaulted) {
          context.report({ node: parameter, message: "No boolean parameters: two functions, or a named option." });
        }
      }
    };
    return { FunctionDeclaration: check };
  },
};
