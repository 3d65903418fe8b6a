import { definePage } from "../define-page.ts";

export const signInPage = definePage({
  path: "/sign-in",
  title: "Sign in",
  access: "anyone",
  load: () => import("./sign-in-screen.tsx").then(({ SignInScreen }) => SignInScreen),
});
