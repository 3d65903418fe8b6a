import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { OWNER, playStory, setUpProduct, startProduct } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

const NEW_PASSWORD = "an even longer sentence";

describe.skipIf(CHROMIUM === undefined)("sign-ins and organizations", () => {
  let machine: ThrowAwayMachine;

  beforeAll(async () => {
    machine = await startProduct();
    await playStory(await setUpProduct(machine));
  });
  afterAll(() => machine.end());

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    const second = `Difference Engines, ${screen}`;
    let here: Browser;
    let elsewhere: Browser;
    let page: Page;

    beforeAll(async () => {
      here = await openBrowser(machine.url, screen);
      elsewhere = await openBrowser(machine.url);
      page = here.page;
      await signIn(page);
      await signIn(elsewhere.page);
    });
    afterAll(async () => {
      await here.close();
      await elsewhere.close();
    });

    const openMenu = (on: Page = page) =>
      screen === "phone" && on === page
        ? on.getByRole("button", { name: "More", exact: true }).click()
        : on.getByRole("button", { name: new RegExp(OWNER.name) }).click();

    test("what is typed and not sent outlives a closed window and a reload, until it is sent", async () => {
      await page.goto("/board");
      await settled(page);
      const dialog = page.getByRole("dialog", { name: "New task" });
      const open = () => page.getByRole("button", { name: "New task" }).last().click();
      await open();
      await dialog.getByLabel("Title").fill("Half a thought");
      await dialog.getByLabel("Priority").selectOption("high");
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await page.reload();
      await settled(page);
      await open();
      expect(await dialog.getByLabel("Title").inputValue()).toBe("Half a thought");
      expect(await dialog.getByLabel("Priority").inputValue()).toBe("high");
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByText(/DEMO-\d+ created/).waitFor();
      await open();
      expect(await dialog.getByLabel("Title").inputValue()).toBe("");
      await page.keyboard.press("Escape");
      await page.getByRole("article").first().getByRole("link").first().click();
      await page.getByRole("tab", { name: /^Comments/ }).click();
      await page.getByRole("textbox", { name: "Comment" }).fill("Half a comment");
      await page.reload();
      await page.getByRole("textbox", { name: "Comment" }).waitFor();
      expect(await page.getByRole("textbox", { name: "Comment" }).inputValue()).toBe("Half a comment");
    });

    test("an organization more is made from the menu; nothing of the first one is in it", async () => {
      await page.goto("/board");
      await page.getByRole("article").first().waitFor();
      await openMenu();
      await page.getByRole("menuitem", { name: "New organization…" }).click();
      const dialog = page.getByRole("dialog", { name: "New organization" });
      await dialog.getByLabel("Name").fill(second);
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Make it" }).click();
      await page.getByText("Watch a team at work").waitFor();
      await page.getByText(`You are in ${second} now`).waitFor();
      await page.goto("/board");
      await settled(page);
      expect(await page.getByRole("article").count()).toBe(0);
    });

    test("the switch leads back and forth, and another tab of the same browser follows", async () => {
      const tab = await here.context.newPage();
      await tab.goto("/board");
      await settled(tab);
      await openMenu();
      const chosen = page.getByRole("menuitem", { name: second }).getByLabel("chosen");
      await chosen.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("menuitem", { name: /^Analytical Engines/ }).click();
      await page
        .getByText(/Report the revenue/)
        .first()
        .waitFor();
      await tab.waitForURL((url) => url.pathname === "/");
      await tab
        .getByText(/Report the revenue/)
        .first()
        .waitFor();
      await tab.close();
      expect(await elsewhere.page.getByText("Watch a team at work").count()).toBe(0);
    });

    test("one sign-in elsewhere is ended from here", async () => {
      await page.goto("/settings/account");
      await settled(page);
      const here = await page.getByRole("listitem").filter({ hasText: "this one" }).innerText();
      expect(here).toMatch(/signed in (just now|\d+[smh] ago), last seen (just now|\d+[smh] ago)/);
      await page
        .getByRole("listitem")
        .filter({ hasNotText: "this one" })
        .filter({ hasText: "signed in" })
        .getByRole("button", { name: "Sign out" })
        .first()
        .click();
      await page.getByText("Signed out there").waitFor();
      await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
      await signIn(elsewhere.page);
    });

    test("a new password signs every other browser out; a wrong current one is refused", async () => {
      await page.goto("/settings/account");
      await settled(page);
      const change = page.getByRole("button", { name: "Change the password" });
      await page.getByLabel("Current password").fill("not the password");
      await page.getByLabel("New password").fill(NEW_PASSWORD);
      await change.click();
      await page
        .getByText(/not your current password/)
        .first()
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel("Current password").fill(OWNER.password);
      await change.click();
      await page.getByText("Your password changed").waitFor();
      await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
      await signIn(elsewhere.page, { email: OWNER.email, password: NEW_PASSWORD });
      // As it was, for the other screen.
      await page.getByLabel("Current password").fill(NEW_PASSWORD);
      await page.getByLabel("New password").fill(OWNER.password);
      await change.click();
      await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
      await signIn(elsewhere.page);
    });

    test("a name changes at once, an e-mail with the password, and a wrong password is refused", async () => {
      await page.goto("/settings/account");
      await settled(page);
      await page.getByLabel("Your name").fill("Ada King");
      await page.getByRole("button", { name: "Change the name" }).click();
      await page.getByText("Your name changed").waitFor();
      const email = `moved-${screen}@example.com`;
      const change = page.getByRole("button", { name: "Change the e-mail" });
      await page.getByLabel("E-mail").fill("nowhere");
      await page.getByLabel("Your password").fill("not the password");
      await change.click();
      await page.locator("form").filter({ has: change }).getByRole("alert").waitFor();
      await page.getByLabel("E-mail").fill(email);
      await change.click();
      await page.getByText(/not your current password/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel("Your password").fill(OWNER.password);
      await change.click();
      await page.getByText("Your e-mail changed").waitFor();
      expect(await page.evaluate("fetch('/api/v1/me').then((answer) => answer.json())")).toMatchObject({
        name: "Ada King",
        email,
      });
      // As it was, for the other tests.
      await page.getByLabel("Your name").fill(OWNER.name);
      await page.getByRole("button", { name: "Change the name" }).click();
      await page.getByLabel("E-mail").fill(OWNER.email);
      await page.getByLabel("Your password").fill(OWNER.password);
      await change.click();
      await expect.poll(() => page.getByLabel("Your password").inputValue()).toBe("");
    });

    test("signing out everywhere ends every browser and every tab, at once", async () => {
      const tab = await here.context.newPage();
      await tab.goto("/board");
      await settled(tab);
      await elsewhere.page.goto("/board");
      await settled(elsewhere.page);
      await page.goto("/settings/account");
      await settled(page);
      await page.getByRole("button", { name: "Sign out everywhere…" }).click();
      const asked = page.getByRole("dialog", { name: "Sign out everywhere?" });
      expect(await axeFindings(page)).toEqual([]);
      await asked.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await page.getByText("You are signed out everywhere").waitFor();
      const status = await elsewhere.page.evaluate<number>("fetch('/api/v1/me').then(({ status }) => status)");
      expect(status).toBe(401);
      await tab.getByRole("heading", { name: "Sign in" }).waitFor();
      await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
      await page.goto("/board");
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    });

    test("the browsers had nothing to complain about", () => {
      expect([...here.complaints, ...elsewhere.complaints]).toEqual([]);
    });
  });
});
