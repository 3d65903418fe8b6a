/** A file of the checkout as the house rules see it. */
export type SourceFile = { readonly path: string; readonly text: string };

export type House = {
  readonly root: string;
  /** Every file that is or would be committed, generated ones left out. */
  readonly files: readonly SourceFile[];
};

/** A rule about files and folders; each problem is one line that says where, what and what to do. */
export type HouseRule = {
  readonly name: string;
  readonly check: (house: House) => string[];
};

/** Code that people write: TypeScript and the launcher's modules. */
export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|js)$/.test(path);
}

/** Runs a check over every line of some files; problems carry the line's number. */
export function linesMatching(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
