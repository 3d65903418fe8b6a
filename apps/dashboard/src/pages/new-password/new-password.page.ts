import { definePage } from "../define-page.ts";

export const newPasswordPage = definePage({
  path: "/new-password",
  title: "Choose a password",
  access: "anyone",
  load: () => import("./new-password-screen.tsx").then(({ NewPasswordScreen }) => NewPasswordScreen),
});
