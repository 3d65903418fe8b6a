import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser } from "./chromium.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { signIn } from "./sign-in.ts";

type Document = { readonly text: string; readonly version: number };

describe.skipIf(CHROMIUM === undefined)("what agents read", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let story: StoryTask;
  let organizationId: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    story = await playStory(owner);
    ({ id: organizationId } = await owner.get<{ id: string }>("/organization"));
    browser = await openBrowser(machine.url);
    page = browser.page;
    await signIn(page);
  });
  afterAll(async () => {
    await browser.close();
    await machine.end();
  });

  const documentAt = (kind: string, ownerId: string): Promise<Document> =>
    owner.get<Document>(`/documents/${kind}/${ownerId}`);

  /** Changes a document behind the page's back, as another person would. */
  async function changeElsewhere(kind: string, ownerId: string, text: string): Promise<void> {
    const { version } = await documentAt(kind, ownerId);
    await owner.put(`/documents/${kind}/${ownerId}`, { text }, version);
  }

  async function write(label: string, text: string, reason = ""): Promise<void> {
    await page.getByRole("button", { name: `Edit ${label}` }).click();
    const field = page.getByRole("textbox", { name: label, exact: true });
    const form = page.locator("form").filter({ has: field });
    await field.fill(text);
    if (reason !== "") await form.getByLabel("Why (optional)").fill(reason);
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: `Edit ${label}` }).waitFor();
  }

  test("a text is written with a preview, kept as revisions with their changes, and brought back", async () => {
    await page.goto("/settings/knowledge");
    await page.getByRole("button", { name: "Edit Context" }).click();
    await page.getByRole("textbox", { name: "Context", exact: true }).fill("# Engines\n\nWe build **engines**.");
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "Engines" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("tab", { name: "Write" }).click();
    await page.getByLabel("Why (optional)").fill("To begin with.");
    await page.getByRole("textbox", { name: "Context", exact: true }).press("Control+Enter");
    await page.getByText(/^Revision 1,/).waitFor();
    await write("Context", "We build mills.", "Engines are over.");
    await page.getByText("We build mills.").waitFor();

    await page.getByRole("button", { name: "History of Context" }).click();
    const history = page.getByRole("dialog", { name: "History of Context" });
    await history.getByRole("button", { name: /Revision 2.*Engines are over/ }).click();
    const changes = history.getByRole("region", { name: "What revision 2 changed" });
    await changes.getByText("We build mills.").waitFor();
    expect(await changes.innerText()).toContain("We build **engines**.");
    expect(await axeFindings(page)).toEqual([]);
    await history.getByRole("button", { name: /Revision 1.*To begin with/ }).click();
    await history.getByRole("button", { name: "Bring revision 1 back" }).click();
    await page.getByRole("heading", { name: "Engines" }).waitFor();
    expect(await documentAt("context", organizationId)).toMatchObject({
      version: 3,
      text: "# Engines\n\nWe build **engines**.",
    });
  });

  test("a change of somebody else is shown beside what was typed, and both can be kept", async () => {
    await page.goto("/settings/knowledge");
    await page.getByRole("button", { name: "Edit Policies" }).click();
    const field = page.getByRole("textbox", { name: "Policies", exact: true });
    await field.fill("Mine: never guess.");
    await changeElsewhere("policies", organizationId, "Theirs: ask first.");
    const told = page.getByRole("alert").filter({ hasText: "while you were writing" });
    await told.waitFor();
    expect(await field.inputValue()).toBe("Mine: never guess.");
    expect(await told.getByRole("region").innerText()).toContain("Theirs: ask first.");
    expect(await axeFindings(page)).toEqual([]);
    await told.getByRole("button", { name: "Put theirs below mine" }).click();
    expect(await field.inputValue()).toBe("Mine: never guess.\n\nTheirs: ask first.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Edit Policies" }).waitFor();
    expect((await documentAt("policies", organizationId)).text).toBe("Mine: never guess.\n\nTheirs: ask first.");
  });

  test("a save that comes too late is refused, and what was typed stays to be saved over it", async () => {
    await page.goto("/settings/knowledge");
    await page.getByRole("button", { name: "Edit Environment" }).click();
    const field = page.getByRole("textbox", { name: "Environment", exact: true });
    await field.fill("There is a printer.");
    // The page hears of nothing, so that it learns of the other change only by being refused.
    await page.route("**/api/v1/events**", (route) => route.abort());
    await page.route("**/documents/environment/**", async (route) => {
      if (route.request().method() === "PUT") {
        await page.unroute("**/documents/environment/**");
        await changeElsewhere("environment", organizationId, "There is no printer.");
      }
      await route.continue();
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const told = page.getByRole("alert").filter({ hasText: "while you were writing" });
    await told.waitFor();
    expect(await field.inputValue()).toBe("There is a printer.");
    await told.getByRole("button", { name: "Save mine over it" }).click();
    await page.getByRole("button", { name: "Edit Environment" }).waitFor();
    expect((await documentAt("environment", organizationId)).text).toBe("There is a printer.");
    await page.unroute("**/api/v1/events**");
  });

  test("leaving with something unsaved is asked about first", async () => {
    await page.goto("/settings/account");
    await page.getByText("Nothing yet. What agents should know of you:").waitFor();
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("textbox", { name: "Profile", exact: true }).fill("Likes tables.");
    await page.getByRole("link", { name: "Board" }).first().click();
    const asked = page.getByRole("dialog", { name: "Leave without saving?" });
    await asked.getByRole("button", { name: "Keep as it is" }).click();
    expect(await page.getByRole("textbox", { name: "Profile", exact: true }).inputValue()).toBe("Likes tables.");
    await page.getByRole("link", { name: "Board" }).first().click();
    await asked.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/board/);
  });

  test("agents are told something for a while, and what their work was like", async () => {
    await page.goto("/settings/knowledge");
    await page.getByRole("button", { name: "New announcement" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("The store is closed.");
    await page.getByRole("button", { name: "Announce", exact: true }).click();
    await page.getByText("in force").waitFor();
    await page.getByRole("button", { name: "End announcement: The store is closed." }).click();
    await page.getByText("over", { exact: true }).waitFor();

    await page.goto(`/agents/${story.assigneeId}?tab=feedback`);
    await page.getByRole("button", { name: "Give feedback" }).click();
    await page.getByLabel("What should it know?").fill("The table came too late.");
    await page.getByLabel("Rating (optional)").selectOption("4");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Say it" }).click();
    await page.getByText("4 of 5, good").waitFor();
    await page.getByRole("button", { name: "Take back: The table came too late." }).click();
    await page.getByText("Nobody said anything yet").waitFor();
  });

  test("an agent's role and set-up have histories, and an earlier set-up comes back", async () => {
    await page.goto(`/agents/${story.assigneeId}?tab=texts`);
    await write("Role", "You count twice.", "Once was not enough.");
    await page.getByText("You count twice.").waitFor();
    await page.goto(`/agents/${story.assigneeId}?tab=settings`);
    await page.getByLabel("Tasks at once").fill("3");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/tasks at once .* → 3/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole("button", { name: /Bring back set-up \d+/ })
      .first()
      .click();
    await page.getByText(/^Set-up \d+, as in \d+/).waitFor();
    const agent = await owner.get<{ settings: { maxConcurrentTasks: number }; roleText: string }>(
      `/agents/${story.assigneeId}`,
    );
    expect(agent).toMatchObject({ settings: { maxConcurrentTasks: 1 }, roleText: "You count twice." });
  });

  test("the browser had nothing to complain about", () => {
    expect(browser.complaints).toEqual([]);
  });
});
