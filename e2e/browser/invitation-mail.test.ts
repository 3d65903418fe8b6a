import { eventually, type MailServer, startMailServer } from "@cadre/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { setUpProduct, startProduct } from "./product.ts";
import { signIn } from "./sign-in.ts";

describe.skipIf(CHROMIUM === undefined)("invitations by mail", () => {
  let mails: MailServer;
  let machine: ThrowAwayMachine;
  beforeAll(async () => {
    mails = await startMailServer();
    machine = await startProduct({ CADRE_SMTP_URL: mails.url });
    await setUpProduct(machine);
  });
  afterAll(async () => {
    await machine.end();
    await mails.close();
  });

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    let owners: Browser;
    beforeAll(async () => {
      owners = await openBrowser(machine.url, screen);
      await signIn(owners.page);
    });
    afterAll(() => owners.close());

    async function invite(email: string) {
      const { page } = owners;
      await page.goto("/settings/people");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Invite somebody" });
      await dialog.getByLabel("E-mail").fill(email);
      await dialog.getByRole("button", { name: "Invite", exact: true }).click();
      return page.getByRole("dialog", { name: "Invited" });
    }

    test("a mail brings the link, which is not shown, and whoever gets it joins", async () => {
      const email = `grace-${screen}@example.com`;
      const told = await invite(email);
      await told.getByText(`on its way to ${email}`).waitFor();
      expect(await told.innerText()).not.toContain("token=");
      expect(await axeFindings(owners.page)).toEqual([]);
      await told.getByRole("button", { name: "Done" }).click();
      const mail = await eventually(() => mails.received.find(({ to }) => to.includes(email)), "the mail");
      const [link = ""] = /http\S+/.exec(mail.text) ?? [];
      const guests = await openBrowser(machine.url, screen);
      await guests.page.goto(link);
      await guests.page.getByText("invites you as member").waitFor();
      await guests.close();
    });

    test("where the mail server refuses, its words and the link are shown", async () => {
      mails.refuse("No such mailbox here");
      const told = await invite(`ida-${screen}@example.com`);
      await told.getByRole("alert").getByText("No such mailbox here").waitFor();
      expect(await told.locator("code").innerText()).toContain("/join?token=");
      expect(await axeFindings(owners.page)).toEqual([]);
      mails.refuse(undefined);
    });
  });
});
