// Before anything is drawn, so that a dark room stays dark. `shell/theme.ts` writes what is read here.
(() => {
  const chosen = localStorage.getItem("cadre.theme");
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
