/** The line that tells a person where to go: the one-time setup page until somebody used it, else the product. */
export function readyLine(url: string, setupToken: string | undefined): string {
  return `Cadre is ready: ${setupToken === undefined ? url : `${url}/setup?token=${setupToken}`}`;
}
