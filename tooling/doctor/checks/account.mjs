import { ok, warning } from "../verdict.mjs";

export const account = {
  name: "account",
  run: () => {
    if (process.getuid?.() !== 0) return ok("an ordinary account");
    return warning(
      'root: the database runs as the account "postgres", but agents\' commands run as root',
      "Use an ordinary account where other people's work is at stake.",
    );
  },
};
