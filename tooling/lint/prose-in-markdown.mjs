const MAX_LINES = 3;
/** Statements and their parts: they have a verb at the start of a line, or positional parameters. */
const SQL = /\$\d|^\s*(select|insert into|update \w+( \w+)? set|delete from|create (table|index|function))\b/m;

/** What an agent reads is prose, reviewed as prose: longer than three lines, it lives in a `.md` beside the code. */
export const proseInMarkdown = {
  meta: { type: "problem" },
  create: (context) => ({
    TemplateLiteral(node) {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      if (lines <= MAX_LINES || node.quasis.some((part) => SQL.test(part.value.raw))) return;
      context.report({ node, message: `A text of ${lines} lines belongs in a .md file beside this one.` });
    },
  }),
};
