import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { OWNER, startProduct } from "./product.ts";

type Project = { readonly id: string; readonly key: string; readonly name: string };

/** Who begins without the story makes everything that a task needs on screen. */
describe.skipIf(CHROMIUM === undefined).each<Screen>(["desktop", "phone"])(
  "an empty organization on a %s",
  (screen) => {
    let machine: ThrowAwayMachine;
    let owner: ApiClient;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      machine = await startProduct();
      browser = await openBrowser(machine.url, screen);
      page = browser.page;
    });
    afterAll(async () => {
      await browser.close();
      await machine.end();
    });

    const newProject = () => page.getByRole("dialog", { name: "New project" });

    async function makeProject(name: string, key: string): Promise<void> {
      await newProject().getByLabel("Name").fill(name);
      await newProject().getByLabel("Key").fill(key);
      await newProject().getByRole("button", { name: "Make it" }).click();
    }

    test("setup without the story asks for the first project, and says what is wrong with its key", async () => {
      await page.goto(`/setup?token=${machine.setupToken}`);
      await page.getByLabel("Your name").fill(OWNER.name);
      await page.getByLabel("E-mail").fill(OWNER.email);
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByLabel("Name of your team or company").fill("Analytical Engines");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("Your API key, for scripts.").click();
      owner = apiClient(machine.url, await page.locator("code").filter({ hasText: "cad_" }).innerText());
      await page.getByRole("button", { name: "Begin without it" }).click();
      await newProject().waitFor();
      await makeProject("Mill", "1");
      await newProject()
        .getByText(/A project key is 2 to 10 capital letters/)
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await newProject().waitFor({ state: "detached" });
      expect(await owner.all<Project>("/projects")).toEqual([]);
    });

    test("the empty window of a new task leads to a project, then to an agent", async () => {
      await openNewTask(page, screen);
      await page.getByText("A task belongs to a project, and there is none yet").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // It offers the story or a project, and not itself.
      const offers = await page.getByRole("dialog").getByRole("button").allInnerTexts();
      expect(offers.filter((name) => name !== "")).toEqual(["Start the story", "New project"]);
      await page.getByRole("dialog").getByRole("button", { name: "New project" }).click();
      await makeProject("Mill", "mill");
      await page.getByText("There is no agent yet who could do it").waitFor();
      expect(await owner.all<Project>("/projects")).toMatchObject([{ key: "MILL", name: "Mill" }]);
      await page.getByRole("link", { name: "Hire an agent" }).click();
      await page.getByRole("button", { name: "New agent" }).first().click();
      const hire = page.getByRole("dialog", { name: "New agent" });
      await hire.getByLabel("Name").fill("Analyst");
      await hire.getByRole("button", { name: "Hire" }).click();
      await page.waitForURL(/\/agents\/agt_/);
    });

    test("a project made while a task is written is chosen for it, and nothing typed is lost", async () => {
      await openNewTask(page, screen);
      const dialog = page.getByRole("dialog", { name: "New task" });
      await dialog.getByLabel("Title").fill("Weigh the cards");
      await dialog.getByRole("button", { name: "New project" }).click();
      await newProject().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await makeProject("Twice", "MILL");
      await newProject().getByRole("alert").waitFor();
      await makeProject("Store", "STORE");
      await newProject().waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Title").inputValue()).toBe("Weigh the cards");
      expect(await dialog.getByLabel("Project").locator("option:checked").innerText()).toBe("STORE · Store");
      expect(await owner.all("/tasks")).toEqual([]);
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByText("STORE-1 created").waitFor();
    });

    test("a project made on the board narrows it", async () => {
      await page.goto("/board");
      await page.getByRole("button", { name: "New project" }).click();
      await makeProject("Press", "PRESS");
      await page.waitForURL(/project=prj_/);
      expect(await page.getByLabel("Project", { exact: true }).locator("option:checked").innerText()).toBe("Press");
      expect(await axeFindings(page)).toEqual([]);
    });

    test("a team is made where its texts are written", async () => {
      await page.goto("/settings/knowledge");
      await page.getByText("There is no team yet").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "New team" }).click();
      const dialog = page.getByRole("dialog", { name: "New team" });
      await dialog.getByLabel("Name").fill("Cards");
      await dialog.getByLabel("Manager").selectOption({ label: "Analyst" });
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Make it" }).click();
      expect(await page.getByLabel("Texts of a team").locator("option:checked").innerText()).toBe("Cards");
      await page.getByRole("button", { name: "New team" }).click();
      await dialog.getByLabel("Name").fill("Levers");
      await dialog.getByRole("button", { name: "Make it" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.getByLabel("Texts of a team").locator("option:checked").innerText()).toBe("Levers");
      expect(await axeFindings(page)).toEqual([]);
      expect(await owner.all("/teams")).toMatchObject([{ name: "Cards" }, { name: "Levers", managerAgentId: null }]);
    });

    test("projects and teams are renamed, archived and brought back, and dissolved, on their page", async () => {
      await page.goto("/settings/projects");
      await page.getByRole("button", { name: "More about STORE" }).click();
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      const rename = page.getByRole("dialog", { name: "Rename STORE" });
      await rename.getByLabel("Name").fill("Card store");
      expect(await axeFindings(page)).toEqual([]);
      await rename.getByRole("button", { name: "Rename" }).click();
      await rename.waitFor({ state: "detached" });
      const row = page.getByRole("listitem").filter({ hasText: "Card store" });
      const archive = async (): Promise<void> => {
        await row.getByRole("button", { name: "More about STORE" }).click();
        await page.getByRole("menuitem", { name: "Archive" }).click();
        await row.getByText("archived").waitFor();
      };
      await archive();
      await page.getByRole("button", { name: "Undo" }).click();
      await row.getByText("archived").waitFor({ state: "detached" });
      // A toast that goes gives the focus back, and a menu that loses the focus closes.
      await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
      await archive();
      expect(await axeFindings(page)).toEqual([]);
      expect(await owner.all<Project>("/projects")).toContainEqual(
        expect.objectContaining({ key: "STORE", name: "Card store", archivedAt: expect.any(String) }),
      );
      await openNewTask(page, screen);
      const offered = page.getByRole("dialog").getByLabel("Project").locator("option");
      await expect.poll(() => offered.allInnerTexts()).toEqual(["MILL · Mill", "PRESS · Press"]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "More about Levers" }).click();
      await page.getByRole("menuitem", { name: "Dissolve…" }).click();
      const dissolve = page.getByRole("dialog", { name: "Dissolve Levers?" });
      expect(await dissolve.getByRole("button", { name: "Dissolve" }).isDisabled()).toBe(true);
      await dissolve.getByLabel("Type Levers to confirm").fill("Levers");
      await dissolve.getByRole("button", { name: "Dissolve" }).click();
      await page.getByText("Levers is dissolved").waitFor();
      expect(await owner.all("/teams")).toMatchObject([{ name: "Cards" }]);
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints).toEqual([]);
    });
  },
);

async function openNewTask(page: Page, screen: Screen): Promise<void> {
  if (screen === "desktop") await page.keyboard.press("c");
  else await page.getByRole("button", { name: "New task" }).last().click();
}
