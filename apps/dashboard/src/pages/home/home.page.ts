import { House } from "lucide-react";
import { definePage } from "../define-page.ts";

export const homePage = definePage({
  path: "/",
  title: "Home",
  access: "signed-in",
  load: () => import("./home-screen.tsx").then(({ HomeScreen }) => HomeScreen),
  navigation: { label: "Home", icon: House, group: "work", key: "h" },
});
