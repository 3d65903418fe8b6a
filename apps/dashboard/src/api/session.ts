import { forgetApiKey, keepApiKey } from "./api-key.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";

/** Shows who this tab is by an API key. Throws `ApiProblem` when the key is unknown. */
export async function signInWithKey(key: string): Promise<void> {
  keepApiKey(key);
  try {
    queryClient.clear();
    await call("GET /me", {});
  } catch (error) {
    forgetApiKey();
    throw error;
  }
}

/** Forgets who this browser is. */
export async function signOut(): Promise<void> {
  forgetApiKey();
  queryClient.clear();
}

/** Signs in whoever has just set this installation up. */
export async function beginSession({
  apiKey,
}: {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}): Promise<void> {
  await signInWithKey(apiKey);
}
