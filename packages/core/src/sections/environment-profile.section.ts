import { defineSection } from "./define-section.ts";

export const environmentProfile = defineSection({
  name: "environment-profile",
  source: "environment profile of the executor, organization.environment",
  render: ({ environment }) => {
    if (environment === undefined) return "";
    const { os, shell, runtimes, sandbox, network } = environment;
    const notes = environment.notes?.trim() ?? "";
    return [
      `Machine: ${os}`,
      ...(shell === undefined ? [] : [`Shell: ${shell}`]),
      ...(runtimes === undefined || runtimes.length === 0 ? [] : [`Runtimes: ${runtimes.join(", ")}`]),
      ...(sandbox === undefined ? [] : [`Sandbox: ${sandbox}`]),
      ...(network === undefined ? [] : [`Network: ${network}`]),
      ...(notes === "" ? [] : [`What holds here, also where it says otherwise:\n${notes}`]),
    ].join("\n");
  },
});
