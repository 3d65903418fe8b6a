/** A text inside its tag, or nothing. Text from people and tools cannot close the tag, however it spells that. */
export function wrapBlock(tag: string, text: string): string {
  if (text === "") return "";
  const closing = new RegExp(`<(?=/\\s*${tag}\\s*>)`, "gi");
  return `<${tag}>\n${text.replaceAll(closing, "<\\")}\n</${tag}>`;
}
