import type { Page } from "playwright-core";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import { type Browser, openBrowser } from "./chromium.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { signIn } from "./sign-in.ts";

export type MadeTask = StoryTask & { readonly title: string };

export type StillProduct = {
  readonly owner: ApiClient;
  readonly browser: Browser;
  readonly page: Page;
  /** Makes a task of the story's project, which nobody takes up. */
  makeTask(title: string): Promise<MadeTask>;
  end(): Promise<void>;
};

/** The product after its story, with its agents paused, so that nobody finishes what is looked at; and its owner, who signed in. */
export async function openStillProduct(): Promise<StillProduct> {
  const machine = await startProduct();
  const owner = await setUpProduct(machine);
  const story = await playStory(owner);
  for (const { id } of await owner.all<{ id: string }>("/agents")) await owner.post(`/agents/${id}/pause`, {});
  const browser = await openBrowser(machine.url);
  await signIn(browser.page);
  const { projectId, assigneeId, reviewerId } = story;
  return {
    owner,
    browser,
    page: browser.page,
    makeTask: (title) => owner.post("/tasks", { projectId, assigneeId, reviewerId, title }),
    async end() {
      await browser.close();
      await machine.end();
    },
  };
}
