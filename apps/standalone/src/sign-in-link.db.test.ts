import { takeSignInLink } from "@cadre/engine";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTemporaryHome } from "./fixtures/machine.ts";
import { databaseOf, describeLink, readEmail, withEngine } from "./sign-in-link.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const place = useTemporaryHome();

test("the operator's link lets the first owner in again, with nothing but the database", async () => {
  const { deps, given } = fixture;
  const url = "https://cadre.example.com";
  const text = await withEngine(deps.database.url, place.home, (own) => describeLink(own, { email: undefined, url }));
  expect(text).toContain(`Olive Owner <${given.owner.id}@example.test>`);
  const address = /https:\/\/cadre\.example\.com\/new-password\?token=(\S+)/.exec(text);
  const { actor } = await takeSignInLink(deps, { token: address?.[1] ?? "", password: "a long sentence" }, "");
  expect(actor).toMatchObject({ id: given.owner.id, role: "owner" });
  const [entry] = await deps.database.query(
    "select actor_kind, actor_id from audit_entries where action = 'sign-in-link.created'",
  );
  expect(entry).toEqual({ actorKind: "system", actorId: "operator" });
});

test("a person is named by e-mail; an unknown one and a strange argument are explained", async () => {
  const { deps, given } = fixture;
  const email = readEmail(["--email", `${given.viewer.id}@EXAMPLE.test`]);
  expect(await describeLink(deps, { email, url: "http://127.0.0.1:4600" })).toContain("Vera Viewer");
  await expect(describeLink(deps, { email: "nobody@example.test", url: "http://x" })).rejects.toThrow(/Nobody in any/);
  expect(() => readEmail(["--mail", "x"])).toThrow(/--email somebody@example.com/);
  expect(() => databaseOf({ home: place.home, databaseUrl: undefined })).toThrow(/never ran in/);
});
