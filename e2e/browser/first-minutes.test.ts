import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { OWNER, startProduct } from "./product.ts";
import { settled } from "./settled.ts";

const LONG_MS = 180_000;

/** Whoever opens the printed link for the first time, on either screen. Without a sandbox each command of their own asks first. */
describe.skipIf(CHROMIUM === undefined).each<Screen>(["desktop", "phone"])("the first minutes on a %s", (screen) => {
  let machine: ThrowAwayMachine;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    machine = await startProduct({ CADRE_SANDBOX: "off" });
    browser = await openBrowser(machine.url, screen);
    page = browser.page;
  });
  afterAll(async () => {
    await browser.close();
    await machine.end();
  });

  test("without the link nobody gets in, and is told where it is", async () => {
    await page.goto("/board");
    await page.getByRole("heading", { name: "Cadre waits for its owner" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("the link leads through setup to the story", async () => {
    await page.goto(`/setup?token=${machine.setupToken}`);
    await page.getByLabel("Your name").fill(OWNER.name);
    await page.getByLabel("E-mail").fill(OWNER.email);
    await page.getByLabel("Password").fill("too short");
    await page.getByLabel("Name of your team or company").fill("Analytical Engines");
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Must have at least 10 characters").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("radio", { name: /Simulated model/ }).waitFor();
    await page.waitForURL(/\/setup\?step=models$/);
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).click();
    const commands = page.getByText(/It approves exactly \d+ commands/);
    await commands.click();
    await page.locator("code", { hasText: "revenue.awk" }).first().waitFor();
    await page.getByText("Your API key, for scripts").click();
    // It was shown before the page was loaded again, and is never shown twice.
    await page.getByText("It was shown once").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const key = page.getByRole("link", { name: "Settings → API keys" });
    expect(await key.getAttribute("href")).toBe("/settings/api-keys");
    await page.reload();
    await page.getByRole("button", { name: "Start the story" }).click();
    await page.waitForURL(/\/tasks\/tsk_/);
    await page.getByRole("heading", { name: "Report the revenue of the first quarter" }).waitFor();
  });

  test("the way through setup is for who walks it: others show first who they are, and come back to their step", async () => {
    await browser.context.clearCookies();
    await page.goto("/setup?step=begin");
    await page.getByLabel("E-mail").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Begin without it" }).waitFor();
    expect(page.url()).toMatch(/\/setup\?step=begin$/);
    await page.goto("/");
    await page
      .getByRole("link", { name: /Report the revenue/ })
      .first()
      .click();
    await page.waitForURL(/\/tasks\/tsk_/);
  });

  test("the story is watched to its end, and its report downloaded", async () => {
    await page.getByText("Simulated", { exact: true }).first().waitFor();
    await badge(page, "Completed").waitFor({ timeout: LONG_MS });
    await page.getByRole("tab", { name: /Result/ }).click();
    expect(await download(page, page.getByRole("button", { name: /^Download report/ }))).toContain("Total: ");
    await page.getByRole("button", { name: "Preview" }).first().click();
    await page
      .getByRole("dialog")
      .getByText(/Total: \d+/)
      .waitFor();
    await page.keyboard.press("Escape");
  });

  test("a task of one's own asks for approval, is sent back, accepted and downloaded", async () => {
    await createTask(page, screen);
    await page.goto("/");
    const need = page.getByRole("listitem").filter({ hasText: "wc -c out/hello.txt" });
    await need.getByRole("button", { name: "Approve" }).waitFor({ timeout: LONG_MS });
    expect(await axeFindings(page)).toEqual([]);
    await page.goto("/approvals");
    await settled(page);
    const approval = page.getByRole("listitem").filter({ hasText: "wc -c out/hello.txt" });
    const exact = await approval.getByRole("region", { name: "The exact action" }).innerText();
    expect(exact).toBe("wc -c out/hello.txt");
    expect(await axeFindings(page)).toEqual([]);
    // The line goes before the server has answered, and leaving the page would take the request along.
    const decided = page.waitForResponse(
      (answer) => /\/approvals\/apr_/.test(answer.url()) && answer.request().method() === "POST",
    );
    await approval.getByRole("button", { name: "Approve", exact: true }).click();
    expect((await decided).status()).toBe(200);
    await approval.waitFor({ state: "detached" });
    await page.goto("/");
    const review = page.getByRole("listitem").filter({ hasText: "Review" }).filter({ hasText: "Say hello" });
    await review.getByRole("button", { name: "Send back…" }).click({ timeout: LONG_MS });
    await review.getByLabel("What has to change").fill('Louder. Create `out/hello.txt` with "HELLO".');
    await review.getByRole("button", { name: "Send back", exact: true }).click();
    // The next round may be there before the first one is gone: its line is the one that offers a decision.
    await review.getByRole("button", { name: "Approve" }).click({ timeout: LONG_MS });
    // Its line goes, and with it a link that was about to be pressed.
    await review.waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /Say hello/ })
      .first()
      .click();
    await page.waitForURL(/\/tasks\/tsk_/);
    await badge(page, "Completed").waitFor({ timeout: LONG_MS });
    await page.getByRole("tab", { name: /Result/ }).click();
    await page.getByText("What changed since round 1").click();
    await page.getByRole("region", { name: "Changes in out/hello.txt" }).getByText(/HELLO/).first().waitFor();
    expect(await download(page, page.getByRole("button", { name: /^Download .*hello\.txt$/ }))).toBe("HELLO\n");
  });

  test("the browser had nothing to complain about", () => {
    expect(browser.complaints).toEqual([]);
  });
});

function badge(page: Page, text: string): Locator {
  return page.locator("header").getByText(text, { exact: true });
}

async function createTask(page: Page, screen: Screen): Promise<void> {
  if (screen === "desktop") await page.keyboard.press("c");
  else await page.getByRole("button", { name: "New task" }).last().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Say hello");
  await dialog.getByLabel("Description").fill('Create `out/hello.txt` with "hello". Then run `wc -c out/hello.txt`.');
  await dialog.getByLabel("Who does it").selectOption({ label: "Analyst" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByText(/DEMO-\d+ created/).waitFor();
}

async function download(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), button.first().click()]);
  return readFileSync(await file.path(), "utf8");
}
