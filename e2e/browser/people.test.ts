import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

const PASSWORD = "another long sentence";

/** What changes something, or leads to it. A viewer is offered none of it. */
const CHANGES =
  /^(New task|New project|New team|New agent|New key|New webhook|Connect|Invite|Approve|Reject…|Send back…|Save|Start the story|Stop everything…|Select|Move |Revoke…|Change the|Cancel|Block|Send$)/;
/** What everybody may do with their own account. */
const OWN = /^Change the (password|name|e-mail)$/;

describe.skipIf(CHROMIUM === undefined)("people with lesser roles", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let story: StoryTask;
  let runId: string;
  let owners: Browser;

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    story = await playStory(owner);
    runId = (await owner.all<{ id: string }>(`/tasks/${story.id}/runs`))[0]?.id ?? "";
    owners = await openBrowser(machine.url);
    await signIn(owners.page);
  });
  afterAll(async () => {
    await owners.close();
    await machine.end();
  });

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    const email = `grace-${screen}@example.com`;
    const name = `Grace ${screen}`;
    let guests: Browser;
    let guest: Page;
    const refused: string[] = [];

    beforeAll(async () => {
      guests = await openBrowser(machine.url, screen);
      guest = guests.page;
      guest.on("response", (response: Response) => {
        if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
      });
    });
    afterAll(() => guests.close());

    const invited = () => owners.page.getByRole("combobox", { name: `Role of ${name}` });

    test("somebody is invited as a viewer by a link, and joins with it", async () => {
      const link = await invite(owners.page, email, "Viewer");
      await guest.goto(link);
      await guest.getByText("invites you as viewer").waitFor();
      expect(await axeFindings(guest)).toEqual([]);
      expect(await guest.getByLabel("E-mail").inputValue()).toBe(email);
      await guest.getByLabel("Your name").fill(name);
      await guest.getByLabel("Password").fill(PASSWORD);
      await guest.getByRole("button", { name: "Accept" }).click();
      await guest.getByRole("heading", { name: /^Good .*Grace/ }).waitFor();
      await owners.page.goto("/settings/people");
      await invited().waitFor();
    });

    test("a viewer is offered nothing that changes anything, and no page asks for what is refused", async () => {
      for (const address of addresses()) {
        await guest.goto(address);
        await settled(guest);
        const changes = await offeredChanges(guest);
        expect({ address, changes }).toEqual({ address, changes: [] });
        expect(await guest.getByRole("main").getByRole("checkbox", { disabled: false }).count()).toBe(0);
      }
      expect(refused).toEqual([]);
      await owners.page.goto("/settings/people");
      await settled(owners.page);
      expect(await offeredChanges(owners.page)).toContain("Invite");
      await guest.goto("/board");
      await settled(guest);
      await guest.keyboard.press("c");
      await guest.keyboard.press("Control+k");
      const palette = guest.getByRole("dialog", { name: "Search and commands" });
      await palette.getByText("Keyboard shortcuts").waitFor();
      expect(await palette.getByText("Create a task").count()).toBe(0);
      expect(await palette.getByText("Audit").count()).toBe(0);
      await guest.keyboard.press("Escape");
    });

    test("a card of a viewer's board stays where it is", async () => {
      await guest.goto("/board");
      const card = guest.getByRole("article").first();
      await card.waitFor();
      expect(await card.getAttribute("draggable")).not.toBe("true");
      expect(await card.getByRole("button").count()).toBe(0);
    });

    test("who goes to what is not theirs is told whose it is", async () => {
      for (const section of ["models", "webhooks", "emergency-stop"]) {
        await guest.goto(`/settings/${section}`);
        await guest.getByText("This is for owners and admins").waitFor();
        expect(await axeFindings(guest)).toEqual([]);
      }
      await guest.goto("/audit");
      await guest.getByText("The audit is for owners and admins").waitFor();
      expect(refused).toEqual([]);
    });

    test("another role holds at once, and a change it does not allow is refused with what to do", async () => {
      await guest.goto("/board");
      await settled(guest);
      await invited().selectOption({ label: "Member" });
      await guest.getByRole("button", { name: "New task" }).last().click();
      const dialog = guest.getByRole("dialog", { name: "New task" });
      await dialog.getByLabel("Title").fill("Typed as a member");
      await invited().selectOption({ label: "Viewer" });
      await expect.poll(() => guest.getByRole("button", { name: "New task" }).count()).toBe(0);
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("This needs the role member; you are viewer.").waitFor();
      expect(await dialog.getByLabel("Title").inputValue()).toBe("Typed as a member");
      expect(await axeFindings(guest)).toEqual([]);
      refused.length = 0;
      await guest.keyboard.press("Escape");
    });

    test("whoever is removed is out at once, and is told why they do not come in again", async () => {
      await guest.goto("/board");
      await guest.getByRole("article").first().waitFor();
      await owners.page.getByRole("button", { name: `More about ${name}` }).click();
      await owners.page.getByRole("menuitem", { name: "Remove…" }).click();
      const asked = owners.page.getByRole("dialog", { name: `Remove ${name}?` });
      await asked.getByLabel(`Type ${email} to confirm`).fill(email);
      await asked.getByRole("button", { name: "Remove" }).click();
      await invited().waitFor({ state: "detached" });
      await guest.getByRole("heading", { name: "Sign in" }).waitFor();
      await guest
        .getByText(/belong to no organization/)
        .first()
        .waitFor();
      const status = await guest.evaluate<number>("fetch('/api/v1/tasks').then(({ status }) => status)");
      expect([401, 403]).toContain(status);
      await guest.getByLabel("E-mail").fill(email);
      await guest.getByLabel("Password").fill(PASSWORD);
      await guest.getByRole("button", { name: "Sign in" }).click();
      await guest
        .getByRole("alert")
        .getByText(/belong to no organization/)
        .waitFor();
      expect(await axeFindings(guest)).toEqual([]);
    });

    test("the browsers had nothing to complain about", () => {
      expect([...guests.complaints, ...owners.complaints]).toEqual([]);
    });
  });

  function addresses(): string[] {
    const { id, assigneeId, projectId } = story;
    return [
      "/",
      "/board",
      "/board?view=list",
      `/board?project=${projectId}`,
      `/tasks/${id}`,
      `/tasks/${id}?tab=result`,
      `/tasks/${id}?tab=talk`,
      `/tasks/${id}?tab=history`,
      "/approvals",
      "/activity",
      `/runs/${runId}`,
      "/agents",
      "/agents?view=list",
      `/agents/${assigneeId}`,
      `/agents/${assigneeId}?tab=settings`,
      "/settings/people",
      "/settings/api-keys",
      "/settings/organization",
    ];
  }
});

/** Invites somebody on the page of the owner. Answers the link that is shown once. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto("/settings/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite somebody" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Role").selectOption({ label: role });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Invited" });
  const link = await shown.locator("code").innerText();
  expect(await axeFindings(page)).toEqual([]);
  await shown.getByRole("button", { name: "I have it" }).click();
  return link;
}

/** Names of the buttons of a page that change something of the organization. */
async function offeredChanges(page: Page): Promise<string[]> {
  const names = await page
    .getByRole("main")
    .getByRole("button")
    .evaluateAll((buttons: { ariaLabel: string | null; textContent: string }[]) =>
      buttons.map((button) => button.ariaLabel ?? button.textContent.trim()),
    );
  return names.filter((name) => CHANGES.test(name) && !OWN.test(name));
}
