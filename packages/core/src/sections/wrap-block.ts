/** A text inside its tag, or nothing. Text from people and tools cannot close the tag. */
export function wrapBlock(tag: string, text: string): string {
  return text === "" ? "" : `<${tag}>\n${text.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`;
}
