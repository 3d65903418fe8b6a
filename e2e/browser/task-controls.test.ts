import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import { axeFindings } from "./axe.ts";
import { CHROMIUM } from "./chromium.ts";
import type { StoryTask } from "./product.ts";
import { type MadeTask, openStillProduct, type StillProduct } from "./still-product.ts";

type Task = StoryTask & {
  readonly title: string;
  readonly description: string;
  readonly round: number;
  readonly reviewerKind: string;
  readonly schedule: unknown;
  readonly schedulePausedAt: string | null;
  readonly scheduleRuns: number;
  readonly subtasks: readonly { readonly title: string; readonly status: string }[];
};

describe.skipIf(CHROMIUM === undefined)("a person changes what a task is, and when it is done", () => {
  let product: StillProduct;
  let owner: ApiClient;
  let page: Page;

  beforeAll(async () => {
    product = await openStillProduct();
    ({ owner, page } = product);
  });
  afterAll(() => product.end());

  const taskAt = (id: string): Promise<Task> => owner.get<Task>(`/tasks/${id}`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  test("a task is made for every day, its next runs are told before, and its schedule is changed, paused and run", async () => {
    await page.goto("/board");
    await page.getByRole("button", { name: "New task" }).last().click();
    const window = page.getByRole("dialog", { name: "New task" });
    await window.getByLabel("Title").fill("Count what came in");
    await window.getByLabel("When").selectOption("Again and again");
    await window.getByLabel("Every").fill("soon");
    await window.getByRole("button", { name: "Create" }).click();
    await window.getByRole("alert").filter({ hasText: "must be a number with a unit" }).waitFor();
    await window.getByLabel("Every").fill("1d");
    await window.getByText(/^Next: .+; .+; .+/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await window.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: "Count what came in" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(await taskAt(id)).toMatchObject({ schedule: { every: "1d" }, scheduleRuns: 0 });

    await page.getByText("Waits for its time").waitFor();
    await button("Change the task").click();
    const change = page.getByRole("dialog", { name: /^Change / });
    await change.getByLabel("Title").fill("Count what came in yesterday");
    await change.getByLabel("When").selectOption("At certain times");
    await change.getByLabel("Cron").fill("0 6 * * *");
    expect(await axeFindings(page)).toEqual([]);
    await change.getByRole("button", { name: "Save" }).click();
    await page.getByText("at 0 6 * * * (UTC)").waitFor();
    expect(await taskAt(id)).toMatchObject({
      title: "Count what came in yesterday",
      schedule: { cron: "0 6 * * *", timeZone: "UTC" },
    });

    await page.getByLabel("Reviewer").selectOption("Ada Lovelace");
    await page
      .getByText(/changed$/)
      .last()
      .waitFor();
    await expect.poll(async () => await taskAt(id)).toMatchObject({ reviewerKind: "person" });
    await button("Pause the schedule").click();
    await button("Resume the schedule").click();
    await button("Pause the schedule").waitFor();
    expect((await taskAt(id)).schedulePausedAt).toBeNull();
    await button("Run now").click();
    await button("Run now").waitFor({ state: "detached" });
    expect(await taskAt(id)).toMatchObject({ status: "in_progress", scheduleRuns: 1 });
  });

  test("a checklist grows and is ticked off, and work that went wrong is started over with a word", async () => {
    const { id } = await product.makeTask("Tidy up");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/tasks/${id}`);
    await page.getByText("Checklist", { exact: true }).click();
    await page.getByLabel("New line of the checklist").fill("Sweep the floor");
    await button("Add").click();
    await page.getByRole("checkbox", { name: "Sweep the floor" }).check();
    await page.getByText("1 of 1").waitFor();
    expect((await taskAt(id)).subtasks).toMatchObject([{ title: "Sweep the floor", status: "completed" }]);
    expect(await axeFindings(page)).toEqual([]);

    await button("Other moves").click();
    await page.getByRole("menuitem", { name: "Start over in a new round…" }).click();
    const window = page.getByRole("dialog", { name: /^Start .* over$/ });
    await window.getByLabel(/must know now/).fill("The broom is in the hall.");
    await window.getByRole("button", { name: "Start over" }).click();
    await page.getByText("Round 2", { exact: true }).waitFor();
    expect(await taskAt(id)).toMatchObject({ round: 2, status: "in_progress" });
    expect(JSON.stringify(await owner.all(`/tasks/${id}/transitions`))).toContain("The broom is in the hall.");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("a task waits for another, found by a word of its title; a circle is refused; and it waits no longer", async () => {
    const [first, second] = [await product.makeTask("Mow the meadow"), await product.makeTask("Bring the hay in")];
    const open = async (task: MadeTask) => {
      await page.goto(`/tasks/${task.id}`);
      await button("Change what it waits for").click();
      return page.getByRole("dialog", { name: `What ${task.key} waits for` });
    };
    const save = async (task: MadeTask, other: MadeTask) => {
      const window = await open(task);
      await window.getByLabel("Find a task").fill(other.title.split(" ").at(-1) ?? "");
      await window.getByRole("checkbox", { name: other.title }).click();
      if (other === first) expect(await axeFindings(page)).toEqual([]);
      await window.getByRole("button", { name: "Save" }).click();
      return window;
    };
    await (await save(second, first)).waitFor({ state: "detached" });
    await page.getByText(`Waits for ${first.key}`).waitFor();
    expect(await taskAt(second.id)).toMatchObject({ status: "blocked" });
    await (
      await save(first, second)
    )
      .getByRole("alert")
      .filter({ hasText: /circle|each other/ })
      .waitFor();
    await (await save(second, first)).waitFor({ state: "detached" });
    await page.getByText(`Waits for ${first.key}`).waitFor({ state: "detached" });
    expect((await taskAt(second.id)).status).toBe("in_progress");
  });

  test("a team gets another manager, and is left without one", async () => {
    const team = await owner.post<{ id: string }>("/teams", { name: "Mill" });
    const [agent] = await owner.all<{ id: string; name: string }>("/agents");
    const choose = async (name: string): Promise<void> => {
      await button("More about Mill").click();
      await page.getByRole("menuitem", { name: "Choose its manager…" }).click();
      const window = page.getByRole("dialog", { name: "Who leads Mill?" });
      await window.getByLabel("Manager").selectOption(name);
      await window.getByRole("button", { name: "Save" }).click();
      await window.waitFor({ state: "detached" });
    };
    const manager = async () =>
      (await owner.get<{ managerAgentId: string | null }>(`/teams/${team.id}`)).managerAgentId;
    await page.goto("/settings/projects");
    await choose(agent?.name ?? "");
    await page.getByText(`led by ${agent?.name ?? ""}`).waitFor();
    expect(await manager()).toBe(agent?.id);
    await choose("Nobody");
    expect(await manager()).toBeNull();
  });

  test("the browser had nothing to complain about", () => {
    expect(product.browser.complaints).toEqual([]);
  });
});
