import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantStandingApprovals } from "./grant-standing-approvals.ts";
import { listStandingApprovals, standingApprovalsOf } from "./list-standing-approvals.ts";
import { revokeStandingApproval } from "./revoke-standing-approval.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const command = (action: string) => ({ tool: "shell_execute", action });

test("a list of exact commands is granted as one decision, and matches character by character", async () => {
  const { deps, given } = fixture;
  const { projectId } = given;
  await grantStandingApprovals(deps, given.owner, { projectId, actions: [command("wc -l a.csv"), command("ls")] });
  const matches = await standingApprovalsOf(deps, given.agent(given.workerId), projectId);
  expect(matches("shell_execute", "wc -l a.csv")).toBe(true);
  expect(
    ["wc -l  a.csv", "wc -l a.csv ", "wc -l a.csv; ls", "WC -l a.csv", ""].map((text) =>
      matches("shell_execute", text),
    ),
  ).toEqual(Array(5).fill(false));
  expect(matches("file_write", "ls")).toBe(false);
  const other = await giveOrganization(deps, "standing-other");
  expect((await standingApprovalsOf(deps, other.owner, projectId))("shell_execute", "ls")).toBe(false);
});

test("granting again keeps the first grant, ten at once make one row; a revoked one can be granted anew", async () => {
  const { deps, given } = fixture;
  const { projectId } = given;
  const grants = await Promise.all(
    Array.from({ length: 10 }, () =>
      grantStandingApprovals(deps, given.owner, { projectId, actions: [command("make")] }),
    ),
  );
  expect(new Set(grants.flat().map((grant) => grant.id)).size).toBe(1);
  const [first] = grants.flat();
  const standingApprovalId = first?.id ?? "";
  await revokeStandingApproval(deps, given.owner, { standingApprovalId });
  await revokeStandingApproval(deps, given.owner, { standingApprovalId });
  expect((await standingApprovalsOf(deps, given.system, projectId))("shell_execute", "make")).toBe(false);
  const [again] = await grantStandingApprovals(deps, given.owner, { projectId, actions: [command("make")] });
  expect(again?.id).not.toBe(standingApprovalId);
  const listed = await listStandingApprovals(deps, given.member, { projectId, limit: 100 });
  expect(listed.data.filter((grant) => grant.action === "make").map((grant) => grant.id)).toEqual([again?.id]);
});

test("members and agents cannot grant; nothing is granted for an empty action or in a foreign project", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "standing-foreign");
  const grant = { projectId: given.projectId, actions: [command("rm -rf out")] };
  await expect(grantStandingApprovals(deps, given.member, grant)).rejects.toMatchObject({
    code: "access.role-missing",
  });
  await expect(grantStandingApprovals(deps, given.agent(given.managerId), grant)).rejects.toMatchObject({
    code: "access.role-missing",
  });
  await expect(grantStandingApprovals(deps, other.owner, grant)).rejects.toMatchObject({ code: "project.not-found" });
  const half = { projectId: given.projectId, actions: [command("good"), command("  ")] };
  await expect(grantStandingApprovals(deps, given.owner, half)).rejects.toMatchObject({
    code: "approval.bad-action",
    field: "actions.1.action",
  });
  const matches = await standingApprovalsOf(deps, given.system, given.projectId);
  expect([matches("shell_execute", "good"), matches("shell_execute", "rm -rf out")]).toEqual([false, false]);
});
