import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { setUpProduct, startProduct } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

/** The buttons of the settings that change something, each pressed for real. */
describe.skipIf(CHROMIUM === undefined)("settings", () => {
  let receiver: Server;
  let hook: string;
  let machine: ThrowAwayMachine;
  const received: string[] = [];
  let owner: ApiClient;
  let answer = 204;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push(request.headers["webhook-id"]?.toString() ?? "");
      request.resume();
      response.writeHead(answer).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const address = receiver.address();
    const host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    hook = `http://${host}/hook`;
    machine = await startProduct({ CADRE_WEBHOOK_PRIVATE_HOSTS: host });
    owner = await setUpProduct(machine);
  });
  afterAll(async () => {
    await machine.end();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      browser = await openBrowser(machine.url, screen);
      page = browser.page;
      await signIn(page);
    });
    afterAll(() => browser.close());

    async function open(section: string): Promise<void> {
      await page.goto(`/settings/${section}`);
      await settled(page);
    }
    async function choose(item: string): Promise<void> {
      await page.getByRole("button", { name: /^More about http/ }).click();
      await page.getByRole("menuitem", { name: item }).click();
    }
    const told = (text: string | RegExp) => page.getByText(text).first().waitFor();

    test("an API key is made, works, and is refused once it is revoked", async () => {
      const name = `Robot of the ${screen}`;
      await open("api-keys");
      await page.getByRole("button", { name: "New key" }).click();
      const dialog = page.getByRole("dialog", { name: "New API key" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Can do at most").selectOption("viewer");
      await dialog.getByLabel("Expires after").selectOption({ label: "30 days" });
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Make the key" }).click();
      const shown = page.getByRole("dialog", { name: "Your new key" });
      const key = await shown.locator("code").filter({ hasText: "cad_" }).innerText();
      await shown.getByRole("button", { name: "I have it" }).click();
      expect(await apiClient(machine.url, key).get<{ role: string }>("/me")).toMatchObject({ role: "viewer" });
      // Toasts are list items too.
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
      await row.getByRole("button", { name: "Revoke…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await row.getByText("revoked", { exact: true }).waitFor();
      await expect
        .poll(
          () =>
            apiClient(machine.url, key)
              .get("/me")
              .then(
                () => "works",
                () => "refused",
              ),
          { timeout: 10_000 },
        )
        .toBe("refused");
    });

    test("a webhook is made, tried, changed, given a new secret, switched off and on, and removed", async () => {
      await open("webhooks");
      await page.getByRole("button", { name: "New webhook" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New webhook" });
      await dialog.getByLabel("Address").fill(hook);
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Make it" }).click();
      const secret = page.getByRole("dialog", { name: "The signing secret" });
      const first = await secret.locator("code").innerText();
      await secret.getByRole("button", { name: "I have it" }).click();
      const before = received.length;
      await choose("Send a test");
      await told("A test is on its way");
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 1);
      await page.getByRole("button", { name: "Deliveries" }).click();
      await expect
        .poll(async () => {
          await page.getByRole("button", { name: "Look again" }).click();
          return page.getByText("delivered", { exact: true }).count();
        })
        .toBe(1);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Replay" }).click();
      await told("It is sent again");
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 2);
      await choose("Change…");
      const change = page.getByRole("dialog", { name: "Change the webhook" });
      await change.getByLabel("Description").fill("Changed by hand");
      await change.getByRole("button", { name: "Save" }).click();
      await told("The webhook changed");
      await choose("New secret");
      expect(await secret.locator("code").innerText()).not.toBe(first);
      await secret.getByRole("button", { name: "I have it" }).click();
      await choose("Switch off");
      await told("It is told nothing more");
      await choose("Switch on");
      await told("It is told from now on");
      await choose("Remove…");
      await page.getByRole("dialog", { name: "Remove this webhook?" }).getByRole("button", { name: "Remove" }).click();
      await told("Nobody is told yet");
    });

    test("what failed is sent again since a chosen time, its number is told, and that nothing is left", async () => {
      const made = await owner.post<{ webhook: { id: string } }>("/webhooks", { url: hook, eventTypes: ["task.*"] });
      const { id } = made.webhook;
      const before = received.length;
      answer = 500;
      await owner.post(`/webhooks/${id}/test`, {});
      await owner.post(`/webhooks/${id}/test`, {});
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 2);
      answer = 204;
      const sent = async (): Promise<{ status: string }[]> => owner.all(`/webhooks/${id}/deliveries`);
      const switchTo = async (isEnabled: boolean): Promise<void> => {
        const { version } = await owner.get<{ version: number }>(`/webhooks/${id}`);
        await owner.patch(`/webhooks/${id}`, { isEnabled }, version);
      };
      // Switched off, it waits for no other try.
      await switchTo(false);
      await expect.poll(async () => (await sent()).map(({ status }) => status)).toEqual(["failed", "failed"]);

      await open("webhooks");
      await page.getByRole("button", { name: "Deliveries" }).click();
      const ask = page.getByRole("button", { name: "Send failed ones again…" });
      const dialog = page.getByRole("dialog", { name: "Send failed ones again" });
      await ask.click();
      await dialog.getByLabel("What failed since").selectOption("The last hour");
      await dialog.getByRole("button", { name: "Send again" }).click();
      await dialog
        .getByRole("alert")
        .filter({ hasText: /switched off/ })
        .waitFor();
      await switchTo(true);
      await dialog.getByRole("button", { name: "Send again" }).click();
      await told("2 deliveries are sent again");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 4);
      expect(received.slice(before + 2).toSorted()).toEqual(received.slice(before, before + 2).toSorted());

      await ask.click();
      await dialog.getByLabel("What failed since").selectOption("The last week");
      await dialog.getByRole("button", { name: "Send again" }).click();
      await dialog.getByRole("status").filter({ hasText: "Nothing to send" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")).toBe(0);
      await page.keyboard.press("Escape");
      expect((await sent()).length).toBe(4);
      await choose("Remove…");
      await page.getByRole("dialog", { name: "Remove this webhook?" }).getByRole("button", { name: "Remove" }).click();
      await told("Nobody is told yet");
    });

    test("an invitation is taken back, and its link leads nowhere any more", async () => {
      await open("people");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page
        .getByRole("dialog", { name: "Invite somebody" })
        .getByRole("button", { name: "Invite", exact: true })
        .click();
      const shown = page.getByRole("dialog", { name: "Invited" });
      const link = await shown.locator("code").innerText();
      await shown.getByRole("button", { name: "I have it" }).click();
      await page.getByRole("button", { name: "Take back" }).first().click();
      await told("The invitation is void");
      const guests = await openBrowser(machine.url, screen);
      await guests.page.goto(link);
      await guests.page
        .getByRole("alert")
        .or(guests.page.getByText(/Could not open this invitation/))
        .first()
        .waitFor();
      expect(await axeFindings(guests.page)).toEqual([]);
      await guests.close();
    });

    test("everything is stopped and goes on again", async () => {
      await open("emergency-stop");
      await page.getByRole("button", { name: "Stop everything…" }).click();
      const asked = page.getByRole("dialog", { name: "Stop every agent now?" });
      expect(await asked.getByRole("button", { name: "Stop everything" }).isDisabled()).toBe(true);
      await asked.getByLabel("Type stop to confirm").fill("stop");
      await asked.getByRole("button", { name: "Stop everything" }).click();
      await told("Everything is stopped.");
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Lift the stop" }).click();
      await page.getByRole("button", { name: "Stop everything…" }).waitFor();
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints).toEqual([]);
    });
  });
});
