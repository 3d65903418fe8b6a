import { openProviderSimulator } from "@cadre/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { OWNER, startProduct } from "./product.ts";
import { settled } from "./settled.ts";

const LONG_MS = 180_000;
const RIGHT_KEY = "sk-right-0123456789abcdef";
const WRONG_KEY = "sk-wrong-0123456789abcdef";

/** From the wizard to the settings: providers whose key is wrong and then right. They speak the vendors' dialects on this machine. */
describe.skipIf(CHROMIUM === undefined).each<Screen>(["desktop", "phone"])("models on a %s", (screen) => {
  let simulator: Awaited<ReturnType<typeof openProviderSimulator>>;
  let machine: ThrowAwayMachine;
  let browser: Browser;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    simulator = await openProviderSimulator({ isKnownKey: (key) => key === RIGHT_KEY });
    address = `${simulator.url}/v1`;
    machine = await startProduct({ CADRE_MODEL_HOSTS: new URL(simulator.url).host });
    browser = await openBrowser(machine.url, screen);
    page = browser.page;
  });
  afterAll(async () => {
    await browser.close();
    await machine.end();
    await simulator.close();
  });

  const asked = (path: string) => simulator.requests.all().filter((request) => request.path === path);

  test("the wizard tries a key before it is relied on: a wrong one is told, the right one works", async () => {
    await page.goto(`/setup?token=${machine.setupToken}`);
    await page.getByLabel("Your name").fill(OWNER.name);
    await page.getByLabel("E-mail").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("radio", { name: /A real model/ }).check();
    await page.getByLabel("Kind").selectOption("openai");
    await page.getByLabel(/^Address/).fill(address);
    await page.getByLabel("Key", { exact: true }).fill(WRONG_KEY);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Connect and test" }).click();
    await page.getByText("It does not work").waitFor();
    await page.getByText("Incorrect API key provided").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Key", { exact: true }).fill(RIGHT_KEY);
    await page.getByRole("button", { name: "Connect and test" }).click();
    await page.getByText("It works").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(asked("/v1/responses").map(({ status }) => status)).toEqual([401, 200]);
    await page.getByRole("button", { name: "Continue" }).click();
  });

  test("the story then runs on that provider, and nothing says that it is simulated", async () => {
    const before = asked("/v1/responses").length;
    await page.getByRole("button", { name: "Start the story" }).click();
    await page.waitForURL(/\/tasks\/tsk_/);
    await page.locator("header").getByText("Completed", { exact: true }).waitFor({ timeout: LONG_MS });
    expect(asked("/v1/responses").length).toBeGreaterThan(before);
    expect(asked("/v1/messages")).toEqual([]);
    expect(await page.getByText("Connect a real model").count()).toBe(0);
  });

  test("the settings show what is connected, never its key, and test it with a real call", async () => {
    await page.goto("/settings/models");
    await settled(page);
    const row = page.getByRole("listitem").filter({ hasText: address });
    await row.getByText(`key …${RIGHT_KEY.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(RIGHT_KEY);
    const before = asked("/v1/responses").length;
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText("It works").waitFor();
    expect(asked("/v1/responses").length).toBe(before + 1);
  });

  test("another provider is connected with a wrong key, changed to the right one, chosen, left and forgotten", async () => {
    await connect(page, { kind: "anthropic", name: "Second", address: simulator.url, key: WRONG_KEY });
    const row = page.getByRole("listitem").filter({ hasText: "Second" }).first();
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText("It does not work").waitFor();
    await row.getByText("invalid x-api-key").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await menu(page, "More about Second", "Change…");
    const change = page.getByRole("dialog", { name: "Change Second" });
    await change.getByLabel("Key", { exact: true }).fill(RIGHT_KEY);
    expect(await axeFindings(page)).toEqual([]);
    await change.getByRole("button", { name: "Save" }).click();
    await page.getByText("Second changed").waitFor();
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText("It works").waitFor();
    expect(asked("/v1/messages").map(({ status }) => status)).toEqual([401, 200]);

    await page.getByRole("button", { name: "Choose a model: Analyst" }).click();
    const choose = page.getByRole("dialog", { name: "A model for Analyst" });
    await choose.getByLabel("Provider").selectOption({ label: "Second" });
    await expect.poll(() => choose.getByLabel("Model").inputValue()).not.toBe("");
    await choose.getByText(/tokens/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await choose.getByRole("button", { name: "Use it" }).click();
    await page.getByText("It holds from the next call on").first().waitFor();
    await page.getByText(/ · Second$/).waitFor();

    await menu(page, "More about Second", "Forget…");
    const forget = page.getByRole("dialog", { name: "Forget Second?" });
    await forget.getByRole("button", { name: "Forget" }).click();
    await page.getByText("Could not forget Second").waitFor();
    await page.getByRole("button", { name: "Clear the choice: Analyst" }).click();
    await page.getByText(/ · Second$/).waitFor({ state: "detached" });
    await menu(page, "More about Second", "Forget…");
    await forget.getByRole("button", { name: "Forget" }).click();
    await page.getByText("Second is forgotten").waitFor();
    await row.waitFor({ state: "detached" });
  });

  test("without the default agents are simulated again, a banner says so and leads back here", async () => {
    await page.getByRole("button", { name: "Clear the choice: The organization" }).click();
    await page.getByText("As the installation's environment says, else simulated").waitFor();
    await page.goto("/board");
    await settled(page);
    await newTask(page, screen);
    await page.getByRole("link", { name: "Connect a real model" }).click({ timeout: LONG_MS });
    await page.waitForURL(/\/settings\/models$/);
    await page.getByRole("button", { name: "Connect a provider" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("the browser had nothing to complain about", () => {
    expect(browser.complaints).toEqual([]);
  });
});

type Given = { readonly kind: string; readonly name: string; readonly address: string; readonly key: string };

async function connect(page: Page, { kind, name, address, key }: Given): Promise<void> {
  await page.getByRole("button", { name: "Connect a provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a provider" });
  await dialog.getByLabel("Kind").selectOption(kind);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel(/^Address/).fill(address);
  await dialog.getByLabel("Key", { exact: true }).fill(key);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText(`${name} is connected`).waitFor();
}

async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function newTask(page: Page, screen: Screen): Promise<void> {
  if (screen === "desktop") await page.keyboard.press("c");
  else await page.getByRole("button", { name: "New task" }).last().click();
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByLabel("Title").fill("Say hello");
  await dialog.getByLabel("Description").fill('Create `out/hello.txt` with "hello".');
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByText(/DEMO-\d+ created/).waitFor();
}
