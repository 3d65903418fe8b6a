import { definePage } from "../define-page.ts";

export const joinPage = definePage({
  path: "/join",
  title: "Invitation",
  access: "anyone",
  load: () => import("./join-screen.tsx").then(({ JoinScreen }) => JoinScreen),
});
