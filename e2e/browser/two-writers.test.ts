import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import { axeFindings } from "./axe.ts";
import { CHROMIUM } from "./chromium.ts";
import { openStillProduct, type StillProduct } from "./still-product.ts";

/** A form that changes one field of one record. */
type Form = {
  /** The record of the API. */
  readonly record: string;
  readonly address: string;
  /** The buttons and menu items that open it. A form of a page has none. */
  readonly opened: readonly string[];
  readonly label: string;
  /** Of the API. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

const NOTICE = "Somebody changed this while you were writing";

describe.skipIf(CHROMIUM === undefined)("two people write in the same field", () => {
  let product: StillProduct;
  let owner: ApiClient;
  let page: Page;

  beforeAll(async () => {
    product = await openStillProduct();
    ({ owner, page } = product);
  });
  afterAll(() => product.end());

  const valueOf = async ({ record, field }: Form): Promise<unknown> =>
    (await owner.get<Record<string, unknown>>(record))[field];
  const writeElsewhere = async (record: string, fields: object): Promise<void> => {
    const { version } = await owner.get<{ version: number }>(record);
    await owner.patch(record, fields, version);
  };
  /** Opens a form; answers its window, or the page. */
  const open = async ({ address, opened }: Form): Promise<Page | Locator> => {
    await page.goto(address);
    for (const [step, name] of opened.entries()) {
      await page.getByRole(step === 0 ? "button" : "menuitem", { name }).click();
    }
    return opened.length === 0 ? page : page.getByRole("dialog");
  };

  const settingsForms = async (): Promise<Form[]> => {
    const team = await owner.post<{ id: string }>("/teams", { name: "Mill" });
    const project = await owner.post<{ id: string; key: string }>("/projects", { key: "BARN", name: "Barn" });
    const webhook = await owner.post<{ webhook: { id: string } }>("/webhooks", {
      url: "https://example.com/hooks",
      eventTypes: ["*"],
    });
    const announcement = await owner.post<{ id: string }>("/announcements", {
      text: "The mill is closed",
      audience: { kind: "everyone" },
    });
    const words = { mine: "Of the first writer", theirs: "Of the second writer" };
    const projects = "/settings/projects";
    return [
      {
        record: "/organization",
        address: "/settings/organization",
        opened: [],
        label: "Name",
        field: "name",
        ...words,
      },
      {
        record: `/teams/${team.id}`,
        address: projects,
        opened: ["More about Mill", "Rename…"],
        label: "Name",
        field: "name",
        ...words,
      },
      {
        record: `/projects/${project.id}`,
        address: projects,
        opened: [`More about ${project.key}`, "Rename…"],
        label: "Name",
        field: "name",
        ...words,
      },
      {
        record: `/webhooks/${webhook.webhook.id}`,
        address: "/settings/webhooks",
        opened: ["More about https://example.com/hooks", "Change…"],
        label: "Description",
        field: "description",
        ...words,
      },
      {
        record: `/announcements/${announcement.id}`,
        address: "/settings/knowledge",
        opened: ["Edit announcement: The mill is closed"],
        label: "Text",
        field: "text",
        ...words,
      },
    ];
  };
  const workForms = async (): Promise<Form[]> => {
    const task = await product.makeTask("Paint the gate");
    const [agent] = await owner.all<{ id: string }>("/agents");
    const record = `/agents/${agent?.id ?? ""}`;
    const words = { mine: "Of the first writer", theirs: "Of the second writer" };
    const task0 = { record: `/tasks/${task.id}`, address: `/tasks/${task.id}`, opened: ["Change the task"], ...words };
    return [
      { ...task0, label: "Title", field: "title" },
      { ...task0, label: "Description", field: "description" },
      { record, address: `${record}?tab=settings`, opened: [], label: "Name", field: "name", ...words },
      {
        record,
        address: `${record}?tab=texts`,
        opened: [],
        label: "What others may expect of it",
        field: "skills",
        mine: ["mow"],
        theirs: ["sow"],
      },
      {
        record,
        address: `${record}?tab=schedule`,
        opened: [],
        label: "Every",
        field: "schedule",
        mine: { every: "3h" },
        theirs: { every: "2h" },
      },
    ];
  };

  test.each([
    ["of settings", settingsForms],
    ["of work and agents", workForms],
  ])("in each form %s the second is told of the first, and chooses whose words stay", async (_, forms) => {
    for (const form of await forms()) {
      const scope = await open(form);
      const field = scope.getByLabel(form.label, { exact: true });
      const save = scope.getByRole("button", { name: /^(Save|Rename)$/ }).first();
      await field.fill(typedWords(form.mine));
      await writeElsewhere(form.record, { [form.field]: form.theirs });
      const notice = scope.getByRole("alert").filter({ hasText: NOTICE });
      await notice.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await field.inputValue()).toBe(typedWords(form.mine));

      await notice.getByRole("button", { name: "Take theirs" }).click();
      await notice.waitFor({ state: "detached" });
      expect(await field.inputValue()).toBe(typedWords(form.theirs));
      await scope.getByRole("button", { name: "Put mine back" }).click();
      await notice.getByRole("button", { name: "Keep mine" }).click();
      await notice.waitFor({ state: "detached" });
      expect(await valueOf(form)).toEqual(form.theirs);
      await save.click();
      await expect.poll(() => valueOf(form), { timeout: 20_000 }).toEqual(form.mine);
    }
  });

  test("what is not touched follows what others write, and is not sent", async () => {
    const { id } = await product.makeTask("Mow the meadow");
    await page.goto(`/tasks/${id}`);
    await page.getByRole("button", { name: "Change the task" }).click();
    const window = page.getByRole("dialog");
    await window.getByLabel("Description").fill("Twice.");
    await writeElsewhere(`/tasks/${id}`, { title: "Mow the long meadow", priority: "low" });
    await expect.poll(() => window.getByLabel("Title").inputValue()).toBe("Mow the long meadow");
    await window.getByRole("button", { name: "Save" }).click();
    await window.waitFor({ state: "detached" });
    expect(await owner.get(`/tasks/${id}`)).toMatchObject({ title: "Mow the long meadow", description: "Twice." });
  });

  test("what a task waits for is chosen by two: the later one sees it, and says what stays", async () => {
    const [task, mine, theirs] = [
      await product.makeTask("Bake"),
      await product.makeTask("Grind"),
      await product.makeTask("Heat the oven"),
    ];
    await page.goto(`/tasks/${task.id}`);
    await page.getByRole("button", { name: "Change what it waits for" }).click();
    const window = page.getByRole("dialog");
    await window.getByRole("checkbox", { name: "Grind" }).check();
    const { version } = await owner.get<{ version: number }>(`/tasks/${task.id}`);
    await owner.put(`/tasks/${task.id}/dependencies`, { blockerIds: [theirs.id] }, version);
    await window.getByRole("alert").filter({ hasText: NOTICE }).waitFor();
    expect(await window.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await window.getByRole("button", { name: "Keep mine" }).click();
    await window.getByRole("button", { name: "Save" }).click();
    await window.waitFor({ state: "detached" });
    const { blockers } = await owner.get<{ blockers: { id: string }[] }>(`/tasks/${task.id}`);
    expect(blockers.map(({ id }) => id)).toEqual([mine.id]);
  });

  describe("while something is being saved", () => {
    /** Answers a change of a task a second later. */
    const slowly = async (): Promise<void> => {
      await page.route("**/api/v1/{tasks,agents}/*", async (route) => {
        if (route.request().method() === "PATCH") await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
    };
    const changeTask = async (id: string, title: string): Promise<Locator> => {
      await page.goto(`/tasks/${id}`);
      await page.getByRole("button", { name: "Change the task" }).click();
      const window = page.getByRole("dialog");
      await window.getByLabel("Title").fill(title);
      return window;
    };

    test("without a line it is told at once, and nothing is written later", async () => {
      const { id } = await product.makeTask("Prune the trees");
      const window = await changeTask(id, "Prune the old trees");
      await page.context().setOffline(true);
      await window.getByRole("button", { name: "Save" }).click();
      await window.getByRole("alert").filter({ hasText: "Cadre does not answer" }).waitFor();
      await window.getByRole("button", { name: "Cancel" }).click();
      await page.context().setOffline(false);
      await owner.post(`/tasks/${id}/comments`, { text: "The line is back" });
      await page.getByRole("tab", { name: /^Comments/ }).click();
      await page.getByText("The line is back").waitFor();
      expect(await owner.get(`/tasks/${id}`)).toMatchObject({ title: "Prune the trees" });
    });

    test("a window takes no words; left before it was refused, it is told all the same", async () => {
      const { id } = await product.makeTask("Pick the pears");
      const window = await changeTask(id, "Pick the ripe pears");
      await slowly();
      await window.getByRole("button", { name: "Save" }).click();
      await window.locator("[inert] input").first().waitFor();
      await writeElsewhere(`/tasks/${id}`, { title: "Pick the apples" });
      await page.keyboard.press("Escape");
      await window.waitFor({ state: "detached" });
      await page.getByText("Could not do what you asked for before you left").waitFor();
      await page.unroute("**/api/v1/{tasks,agents}/*");
      expect(await owner.get(`/tasks/${id}`)).toMatchObject({ title: "Pick the apples" });
    });

    test("what is typed in a page stays, and leaving it asks", async () => {
      const [agent] = await owner.all<{ id: string; name: string }>("/agents");
      await page.goto(`/agents/${agent?.id ?? ""}?tab=settings`);
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Gardener");
      await slowly();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await name.fill("Head gardener");
      await page.getByText("changed", { exact: false }).first().waitFor();
      await page.getByRole("heading", { level: 1, name: "Gardener" }).waitFor();
      await page.unroute("**/api/v1/{tasks,agents}/*");
      expect(await name.inputValue()).toBe("Head gardener");
      await page.getByRole("tab", { name: "Schedule" }).click();
      await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Keep" }).click();
      expect(await name.inputValue()).toBe("Head gardener");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Head gardener" }).waitFor();
    });
  });

  test("the browser had nothing to complain about", () => {
    expect(product.browser.complaints).toEqual([]);
  });
});

/** What stands in the field of a form for a value of the API. */
function typedWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" && value !== null ? String(Object.values(value)[0]) : String(value);
}
