const SECRET = /^(?:https?:\/\/\S+[?&]token=)?cad[isl]?_[\w-]{43}$/;

/** Whether a text is an API key, the token of a sign-in, invitation or sign-in link, or such a link: nothing may keep it (I17). */
export function isApiKeyText(text: string): boolean {
  return SECRET.test(text);
}
