import type { Page } from "playwright-core";
import { OWNER } from "./product.ts";

/** Signs the owner in through the page, and waits for the shell. */
export async function signIn(
  page: Page,
  who: { readonly email: string; readonly password: string } = OWNER,
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: /^Good / }).waitFor();
}
