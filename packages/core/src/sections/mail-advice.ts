/** What to look at with each type of mail. A type without a line needs no advice. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["human_chat", "a person waits: answer before anything else, and say so when the answer needs time"],
  ["mention", "read what it is about before you answer, and answer where you were mentioned"],
  ["a2a_message", "answer once with what the colleague needs to act; larger work becomes a task"],
  ["task_status_update", "for your knowledge; the platform has done what follows from it"],
  ["task_comment", "read the whole thread; several comments on one thing get one answer"],
  ["requirement_comment", "read the whole thread; several comments on one thing get one answer"],
  ["review_request", "judge the submitted files against the description, and decide once"],
  ["session_reply", "go on where that session stands, not from the beginning"],
  ["workflow_update", "see what the workflow waits for, and whether it waits for you"],
  ["requirement_update", "see which tasks of the requirement must change"],
  ["system_event", "read it, and act only if it asks for something"],
  ["callback_result", "look at the result before you go on with what waited for it"],
  ["daily_report", "three to five sentences: done, blocked, next"],
  ["heartbeat", "look around in a few steps; larger work becomes a task"],
  ["memory_consolidation", "tidy what you know; nothing of it leaves your memory"],
]);

/** One line for each type of mail that waits, in order of first appearance. */
export function mailAdvice(types: readonly string[]): readonly string[] {
  return [...new Set(types)].flatMap((type) => {
    const advice = ADVICE.get(type);
    return advice === undefined ? [] : [`- ${type}: ${advice}`];
  });
}
