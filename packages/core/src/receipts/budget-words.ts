import type { Budget } from "../budget/budget.ts";

/** The arithmetic of a window as a person may check it. */
export function budgetWords(budget: Budget): string {
  const { windowTokens, systemTokens, toolsTokens, outputReserveTokens, safetyTokens, messageTokens } = budget;
  return [
    `${grouped(windowTokens)} window`,
    `− ${grouped(systemTokens)} system`,
    `− ${grouped(toolsTokens)} tools`,
    `− ${grouped(outputReserveTokens)} reply`,
    `− ${grouped(safetyTokens)} margin`,
    `= ${grouped(messageTokens)} tokens for messages`,
  ].join(" ");
}

function grouped(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
