/** On every answer: nobody stores it, guesses its type, shows it in a frame or loads it into a page of another origin. */
export const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/** On pages besides, where a person clicks and links lead on. The policy of a page takes the place of the one above. */
export const PAGE_HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
} as const;
