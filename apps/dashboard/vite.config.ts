import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The API that a dashboard under development talks to. */
const API = "http://127.0.0.1:4600";

/**
 * sonner puts its stylesheet into the page by script, which the page's policy refuses. It also ships it as a file, which
 * `styles/main.css` imports; here the script's copy is left out. Fails when sonner changes how it does that.
 */
function sonnerStyleFromFile(): Plugin {
  const injected = /__insertCSS\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)\);/;
  return {
    name: "sonner-style-from-file",
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.m?js/.test(id)) return undefined;
      if (!injected.test(code)) throw new Error("sonner no longer injects its style this way: look at vite.config.ts.");
      return { code: code.replace(injected, ""), map: null };
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerStyleFromFile()],
  resolve: { conditions: ["cadre-source", "module", "browser", "import", "default"] },
  optimizeDeps: { exclude: ["sonner"] },
  build: { target: "es2023", manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": API, "/health": API } },
});
