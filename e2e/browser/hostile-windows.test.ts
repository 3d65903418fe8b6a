import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "./chromium.ts";
import { mixedFilling } from "./hostile-answers.ts";
import { pressEverything, WINDOWS } from "./hostile-presses.ts";
import { harmHere, type HostileProduct, openHostileProduct } from "./hostile-product.ts";
import { MIXED_TEXTS } from "./hostile-texts.ts";
import { settled } from "./settled.ts";
import { IN_WINDOWS } from "./window-answers.ts";

/** Pages whose windows, previews and lines show answers of their own. */
const WALKED = /^\/sessions\/.*tab=history|tab=(calls|texts)|^\/settings\/(webhooks|models)/;

describe.skipIf(CHROMIUM === undefined)("hostile text in windows, and in the answers to what they change", () => {
  let product: HostileProduct;

  beforeAll(async () => {
    product = await openHostileProduct();
  }, 300_000);
  afterAll(() => product.end());

  test("words and lines of a million characters behind each kind of button", { timeout: 900_000 }, async () => {
    const { answers, page } = product;
    answers.fill = mixedFilling(MIXED_TEXTS);
    answers.changes = "played";
    const found: unknown[] = [];
    const known = new Set<string>();
    const look = async (what: string): Promise<void> => {
      // A menu hangs on its button, which stands elsewhere on a phone.
      const isWindow = (await page.locator(WINDOWS).count()) > 0;
      found.push(...(await harmHere(page, what, isWindow ? ["desktop", "phone"] : ["desktop"])));
    };
    // The last of the addresses is the task that was sent back.
    const addresses = product.addresses.filter(
      (address, index, all) => WALKED.test(address) || index === all.length - 1,
    );
    for (const address of addresses) {
      const lost = await pressEverything(page, address, { look, changes: () => answers.changesOf(page), known });
      found.push(...lost.map((way) => ({ address, lost: way })));
    }
    expect(found).toEqual([]);
    expect(known.size).toBeGreaterThanOrEqual(LEAST_BUTTONS);
    expect(answers.changed.size).toBeGreaterThanOrEqual(LEAST_CHANGES);
  });

  test("the lines of a delivery, and two calls compared", async () => {
    const { answers, owner, page } = product;
    answers.fill = mixedFilling(MIXED_TEXTS);
    await page.goto("/settings/webhooks");
    await page.getByRole("button", { name: "Deliveries" }).first().click();
    await page.locator("section", { hasText: "Look again" }).locator("li button[aria-expanded]").first().click();
    const found = await harmHere(page, "a delivery");
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
});

/** The walk must find what there is: it met more than these when it was written. */
const LEAST_BUTTONS = 40;
const LEAST_CHANGES = 10;
