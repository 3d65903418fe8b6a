import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, type Screen, SCREENS } from "./chromium.ts";
import { mixedFilling, PLAYED_ANSWERS } from "./hostile-answers.ts";
import { WINDOWS } from "./hostile-buttons.ts";
import { pressEverything, type Pressing } from "./hostile-presses.ts";
import { harmHere, type HostileProduct, openHostileProduct } from "./hostile-product.ts";
import { MIXED_TEXTS } from "./hostile-texts.ts";
import { settled } from "./settled.ts";
import { IN_WINDOWS } from "./window-answers.ts";

describe.skipIf(CHROMIUM === undefined)(
  "hostile text behind every button, and in the answers to what it changes",
  () => {
    let product: HostileProduct;

    beforeAll(async () => {
      product = await openHostileProduct();
    }, 300_000);
    afterAll(() => product.end());

    test("words and lines of a million characters behind each kind of button", { timeout: 1_800_000 }, async () => {
      const { answers, owner, page } = product;
      answers.fill = mixedFilling(MIXED_TEXTS);
      answers.changes = "played";
      const found: unknown[] = [];
      const known = { buttons: new Set<string>(), windows: new Set<string>() };
      const lookOn = (all: readonly Screen[], first: Screen) => async (what: string) => {
        // A menu hangs on its button, which stands elsewhere on another screen.
        const isWindow = (await page.locator(WINDOWS).count()) > 0;
        found.push(...(await harmHere(page, what, isWindow ? all : [first])));
      };
      const walk = async (address: string, pressing: Pick<Pressing, "look" | "part">): Promise<void> => {
        const lost = await pressEverything(page, address, {
          ...pressing,
          changes: () => answers.changesOf(page),
          known,
        });
        found.push(...lost.map((way) => ({ address, lost: way })));
      };
      for (const address of product.addresses) {
        // The settings open with the first of their sections.
        if (address === "/settings") continue;
        await walk(address, { look: lookOn(["desktop", "phone"], "desktop"), part: "page" });
      }
      await walk(QUIET_PAGE, { look: lookOn(["desktop", "phone"], "desktop"), part: "shell" });
      await page.setViewportSize(SCREENS.phone.viewport);
      await walk(QUIET_PAGE, { look: lookOn(["phone"], "phone"), part: "shell" });
      await page.setViewportSize(SCREENS.desktop.viewport);
      // What only works can be stopped: so far everything stood still.
      await owner.post("/organization/resume", {});
      await walk(QUIET_PAGE, { look: lookOn(["desktop", "phone"], "desktop"), part: "page" });
      expect(found).toEqual([]);
      expect(known.buttons.size).toBeGreaterThanOrEqual(LEAST_BUTTONS);
      expect(known.windows.size).toBeGreaterThanOrEqual(LEAST_WINDOWS);
      expect(answers.changed.size).toBeGreaterThanOrEqual(LEAST_CHANGES);
    });

    test("tasks that were searched for", async () => {
      const { answers, page } = product;
      answers.fill = mixedFilling(MIXED_TEXTS);
      await page.goto(QUIET_PAGE);
      await settled(page);
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Search tasks").fill("words");
      await page.locator("[cmdk-group]", { hasText: "Tasks" }).getByRole("option").first().waitFor();
      expect(await harmHere(page, "tasks that were found")).toEqual([]);
    });

    test("the lines of a delivery, and two calls compared", async () => {
      const { answers, owner, page } = product;
      answers.fill = mixedFilling(MIXED_TEXTS);
      await page.goto("/settings/webhooks");
      await page.getByRole("button", { name: "Deliveries" }).first().click();
      await page.locator("section", { hasText: "Look again" }).locator("li button[aria-expanded]").first().click();
      const found = await harmHere(page, "a delivery");
      answers.changes = "played";
      await page.getByRole("button", { name: "Send failed ones again…" }).click();
      for (let times = 0; times < PLAYED_ANSWERS; times += 1) {
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Send (again|the next)$/ })
          .click();
        await settled(page);
        found.push(...(await harmHere(page, `failed ones sent again, answer ${times + 1}`)));
      }
      expect([...answers.changed]).toContain("webhooks.replay-failed");
      const calls = product.addresses.find((address) => address.endsWith("?tab=context")) ?? "";
      const made = await owner.all<{ id: string }>(`${calls.replace("?tab=context", "")}/model-calls`);
      await page.goto(`${calls}&call=${made.at(0)?.id}&with=${made.at(-1)?.id}`);
      await settled(page);
      found.push(...(await harmHere(page, "two calls")));
      expect(found).toEqual([]);
    });

    test("every answer that only a window shows was shown", () => {
      expect(IN_WINDOWS.filter((operation) => !product.answers.asked.has(operation))).toEqual([]);
    });

    test("nobody else was asked for anything, nothing opened a window, and the browser had nothing to complain about", () => {
      expect(product.strangers).toEqual([]);
      expect(product.dialogs).toEqual([]);
      expect(product.browser.complaints).toEqual([]);
    });
  },
);

/** What stands around the pages is walked from one that is quickly there. */
const QUIET_PAGE = "/settings/emergency-stop";
/** The walk must find what there is: it met more than these when it was written. */
const LEAST_BUTTONS = 250;
const LEAST_WINDOWS = 50;
const LEAST_CHANGES = 45;
