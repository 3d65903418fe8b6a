import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { playStory, setUpProduct, startProduct } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

type Session = {
  readonly id: string;
  readonly title: string | null;
  readonly version: number;
  readonly entries: number;
  readonly headEntryId: string | null;
  readonly revertedFromId: string | null;
  readonly archivedAt: string | null;
  readonly origin: unknown;
};
type Line = { readonly id: string; readonly seq: number; readonly kind: string };
type Tree = { readonly pinnedEntryIds: readonly string[]; readonly labels: readonly { readonly label: string }[] };

const READER = { email: "reader@example.com", password: "a sentence to read by" } as const;

describe.skipIf(CHROMIUM === undefined)("a person acts on a session", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let sourceId: string;

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    const story = await playStory(owner);
    const runs = await owner.all<{ sessionId: string | null; status: string }>(`/tasks/${story.id}/runs`);
    sourceId = runs.find(({ sessionId, status }) => sessionId !== null && status === "succeeded")?.sessionId ?? "";
    const { link } = await owner.post<{ link: string }>("/invitations", { role: "viewer", email: READER.email });
    const token = new URL(link).searchParams.get("token");
    await apiClient(machine.url).post("/invitations/accept", { token, name: "Grace", ...READER });
  });
  afterAll(() => machine.end());

  const sessionAt = (id: string): Promise<Session> => owner.get<Session>(`/sessions/${id}`);
  const linesOf = (id: string): Promise<Line[]> => owner.all<Line>(`/sessions/${id}/history`);

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    let browser: Browser;
    let page: Page;
    /** One of its own, which nobody works in. */
    let id: string;
    let said: Line[];

    beforeAll(async () => {
      browser = await openBrowser(machine.url, screen);
      page = browser.page;
      await signIn(page);
      ({ id } = await owner.post<Session>(`/sessions/${sourceId}/fork`, { title: `Kept for the ${screen}` }));
      said = await linesOf(id);
      expect(said.length).toBeGreaterThan(4);
    });
    afterAll(() => browser.close());

    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const open = async (at = `${id}?tab=history`): Promise<void> => {
      await page.goto(`/sessions/${at}`);
      await settled(page);
    };
    const choose = async (trigger: string, item: string): Promise<void> => {
      await button(trigger).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    const itemsOf = async (trigger: string): Promise<string[]> => {
      await button(trigger).click();
      await page.getByRole("menuitem").first().waitFor();
      const items = await page.getByRole("menuitem").allInnerTexts();
      await page.keyboard.press("Escape");
      await page.getByRole("menuitem").first().waitFor({ state: "detached" });
      return items;
    };
    /** Sees that all of it can be read and is as wide as the screen. */
    const isWell = async (): Promise<void> => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")).toBe(0);
    };

    test("an entry is labelled whatever else is done with the session meanwhile", async () => {
      await open();
      await choose(`More about entry ${said[2]?.seq ?? 0}`, "Label…");
      const window = page.getByRole("dialog", { name: /^Label entry/ });
      await window.getByLabel("Label").fill("the turn");
      const heard = page.waitForResponse((answer) => answer.url().endsWith(`/sessions/${id}`));
      await owner.post(`/sessions/${id}/pin`, { entryId: said[1]?.id, isPinned: true });
      await (await heard).finished();
      await owner.post(`/sessions/${id}/label`, { entryId: said[2]?.id, label: "the middle" });
      await window.getByRole("alert").filter({ hasText: "is now “the middle”" }).waitFor();
      await window.getByRole("button", { name: "Keep mine" }).click();
      await window.getByRole("button", { name: "Save" }).click();
      await window.waitFor({ state: "detached" });
      await owner.post(`/sessions/${id}/label`, { entryId: said[2]?.id, label: null });
      await owner.post(`/sessions/${id}/pin`, { entryId: said[1]?.id, isPinned: false });
    });

    test("its title is changed, and one that somebody gave meanwhile is not overwritten", async () => {
      await open();
      await choose("More about this session", "Rename…");
      const window = page.getByRole("dialog", { name: "Rename the session" });
      expect(await window.getByLabel("Title").inputValue()).toBe(`Kept for the ${screen}`);
      await window.getByLabel("Title").fill("The revenue of March");
      await isWell();
      await window.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "The revenue of March" }).waitFor();
      expect((await sessionAt(id)).title).toBe("The revenue of March");

      await choose("More about this session", "Rename…");
      await window.getByLabel("Title").fill("The revenue of April");
      await owner.post(`/sessions/${id}/rename`, { title: "The revenue of May" });
      await window.getByRole("alert").filter({ hasText: "is now “The revenue of May”" }).waitFor();
      expect(await window.getByRole("button", { name: "Rename" }).isDisabled()).toBe(true);
      expect(await window.getByLabel("Title").inputValue()).toBe("The revenue of April");
      expect((await sessionAt(id)).title).toBe("The revenue of May");
      await page.keyboard.press("Escape");

      // What else is done with it meanwhile refuses nothing.
      await choose("More about this session", "Rename…");
      const heard = page.waitForResponse((answer) => answer.url().endsWith(`/sessions/${id}`));
      await owner.post(`/sessions/${id}/label`, { entryId: said[0]?.id, label: "the brief" });
      await heard;
      await window.getByLabel("Title").fill("The revenue of June");
      await window.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "The revenue of June" }).waitFor();
    });

    test("an entry is pinned, let go and labelled, with the keyboard alone", async () => {
      const tree = (): Promise<Tree> => owner.get<Tree>(`/sessions/${id}/tree`);
      const entry = said[1];
      await open();
      const line = page.getByRole("region", { name: "History" }).getByRole("listitem").nth(1);
      const press = async (item: string): Promise<void> => {
        await button("More about entry 2").focus();
        await page.keyboard.press("Enter");
        const wanted = page.getByRole("menuitem", { name: item });
        await wanted.waitFor();
        await expect
          .poll(async () => {
            if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return true;
            await page.keyboard.press("ArrowDown");
            return false;
          })
          .toBe(true);
        await page.keyboard.press("Enter");
      };
      await press("Pin: keep it in the prompt");
      await line.getByRole("img", { name: "pinned" }).waitFor();
      expect((await tree()).pinnedEntryIds).toContain(entry?.id);
      await press("Unpin");
      await line.getByRole("img", { name: "pinned" }).waitFor({ state: "detached" });
      expect((await tree()).pinnedEntryIds).not.toContain(entry?.id);

      await press("Label…");
      const window = page.getByRole("dialog", { name: "Label entry 2" });
      await window.waitFor();
      await page.keyboard.type("where it began");
      await isWell();
      await page.keyboard.press("Enter");
      await window.waitFor({ state: "detached" });
      await line.getByText("where it began").waitFor();
      await isWell();
      await press("Change its label…");
      await window.getByLabel("Label").fill("");
      await page.keyboard.press("Enter");
      await window.waitFor({ state: "detached" });
      await line.getByText("where it began").waitFor({ state: "detached" });
      expect((await tree()).labels).toEqual([{ entryId: said[0]?.id, label: "the brief" }]);
    });

    test("it is taken back to an entry; that is undone at once, or put back later", async () => {
      const before = await sessionAt(id);
      await open();
      await choose("More about entry 2", "Take the session back to here");
      await page.getByText("The session is back at entry 2").waitFor();
      await page.getByText("Taken back: its agent is not shown").waitFor();
      expect(await sessionAt(id)).toMatchObject({
        headEntryId: said[1]?.id,
        revertedFromId: before.headEntryId,
      });
      await isWell();
      await button("Undo").click();
      await page.getByText("Taken back: its agent is not shown").waitFor({ state: "detached" });
      expect(await sessionAt(id)).toMatchObject({ headEntryId: before.headEntryId, revertedFromId: null });

      // A toast that goes gives the focus back, and a menu that loses the focus closes.
      await button("Undo").waitFor({ state: "detached" });
      await choose("More about entry 2", "Take the session back to here");
      await page.getByText("Taken back: its agent is not shown").waitFor();
      await open();
      expect(await itemsOf("More about entry 2")).not.toContain("Take the session back to here");
      expect(await itemsOf("More about entry 3")).not.toContain("Take the session back to here");
      await button("Put it back").click();
      await page.getByText("Taken back: its agent is not shown").waitFor({ state: "detached" });
      expect(await sessionAt(id)).toMatchObject({ headEntryId: before.headEntryId, revertedFromId: null });
    });

    test("an undo takes nothing back that somebody did after it", async () => {
      await open();
      await choose("More about this session", "Archive");
      await page.getByText("The session is archived").waitFor();
      await owner.post(`/sessions/${id}/unarchive`, {});
      await owner.post(`/sessions/${id}/archive`, {});
      await button("Undo").click();
      await page.getByText("Could not take the session out of the archive").waitFor();
      expect((await sessionAt(id)).archivedAt).not.toBeNull();
      await owner.post(`/sessions/${id}/unarchive`, {});
    });

    test("it is forked at an entry and at its head, and the forks are where one goes to", async () => {
      await open();
      await choose("More about entry 3", "Fork from here…");
      const window = page.getByRole("dialog", { name: "Fork the session at entry 3" });
      await window.getByLabel("Title").fill(`What if, ${screen}`);
      await isWell();
      await window.getByRole("button", { name: "Fork" }).click();
      await page.getByRole("heading", { name: `What if, ${screen}` }).waitFor();
      const forkId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      expect(forkId).not.toBe(id);
      // After what it copied, a fork has its own title and what its source says about those entries.
      const copied = (await linesOf(forkId)).filter(({ kind }) => kind !== "title" && kind !== "label");
      expect(copied.map((line) => line.id)).toEqual(said.slice(0, 3).map((line) => line.id));
      expect((await sessionAt(forkId)).origin).toMatchObject({ kind: "fork", sessionId: id, entryId: said[2]?.id });
      await isWell();

      await page.getByRole("link", { name: "forked from another session" }).click();
      await page.getByRole("heading", { name: "The revenue of June" }).waitFor();
      await choose("More about this session", "Fork…");
      const whole = page.getByRole("dialog", { name: "Fork the session" });
      await whole.getByRole("button", { name: "Fork" }).click();
      await page.waitForURL((url) => url.pathname.startsWith("/sessions/") && !url.pathname.endsWith(id));
      const wholeId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      expect(await sessionAt(wholeId)).toMatchObject({ title: "The revenue of June" });
      expect((await linesOf(wholeId)).slice(0, said.length).map((line) => line.id)).toEqual(
        said.map((line) => line.id),
      );
    });

    test("the other sessions of its agent are found there, forks and archived ones among them", async () => {
      const away = await owner.post<Session>(`/sessions/${id}/fork`, { title: `Put away, ${screen}` });
      await owner.post(`/sessions/${away.id}/archive`, {});
      await open(id);
      await page.getByRole("tab", { name: "Other sessions" }).click();
      const others = page.getByRole("tabpanel").getByRole("listitem");
      const found = others.filter({ hasText: `Put away, ${screen}` });
      await found.getByText("archived", { exact: true }).waitFor();
      await found.getByText("fork", { exact: true }).waitFor();
      expect(
        await others
          .getByRole("link")
          .evaluateAll((links: { pathname: string }[]) => links.map((link) => link.pathname)),
      ).not.toContain(`/sessions/${id}`);
      await isWell();
      await found.getByRole("link").click();
      await page.getByRole("heading", { name: `Put away, ${screen}` }).waitFor();
    });

    test("a fork numbers its entries by itself, also those that were read in its source", async () => {
      await owner.post(`/sessions/${id}/revert`, { entryId: said[0]?.id });
      await owner.post(`/sessions/${id}/rename`, { title: "The revenue of June" });
      const lines = await linesOf(id);
      const last = lines.at(-1);
      // Scrolled to it: only what is in sight is drawn.
      await open(`${id}?tab=history&from=1&to=${last?.seq}`);
      await page.getByRole("button", { name: new RegExp(`^${last?.seq}\\b`) }).click();
      await page.getByRole("region", { name: `Entry ${last?.seq}` }).waitFor();
      await choose("More about this session", "Fork…");
      await page.getByRole("dialog", { name: "Fork the session" }).getByRole("button", { name: "Fork" }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(id));
      await page.getByRole("button", { name: /^2 Title/ }).click();
      await page.getByRole("region", { name: "Entry 2" }).waitFor();
    });

    test("archived it says so and offers only what is allowed, until it is taken out again", async () => {
      await open();
      await choose("More about this session", "Archive");
      await page.getByText("The session is archived").waitFor();
      await page.getByText("archived", { exact: true }).waitFor();
      await isWell();
      expect((await sessionAt(id)).archivedAt).not.toBeNull();
      await button("Undo").click();
      await page.getByText("archived", { exact: true }).waitFor({ state: "detached" });
      expect((await sessionAt(id)).archivedAt).toBeNull();

      await button("Undo").waitFor({ state: "detached" });
      await choose("More about this session", "Archive");
      await page.getByText("archived", { exact: true }).waitFor();
      await open();
      expect(await itemsOf("More about this session")).toEqual(["Fork…", "Take out of the archive"]);
      expect(await itemsOf("More about entry 1")).toEqual(["Fork from here…"]);
      await button("Take it out").click();
      await page.getByText("archived", { exact: true }).waitFor({ state: "detached" });
      expect((await sessionAt(id)).archivedAt).toBeNull();
      expect(await itemsOf("More about this session")).toEqual(["Rename…", "Fork…", "Archive"]);
    });

    test("who only reads is offered nothing of it", async () => {
      const readers = await openBrowser(machine.url, screen);
      await signIn(readers.page, READER);
      await readers.page.goto(`/sessions/${id}?tab=history`);
      await readers.page.getByRole("region", { name: "History" }).getByRole("listitem").first().waitFor();
      await settled(readers.page);
      expect(await readers.page.getByRole("button", { name: /^More about/ }).count()).toBe(0);
      expect(readers.complaints).toEqual([]);
      await readers.close();
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints).toEqual([]);
    });
  });
});
