import path from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Has the page wait for its script, which knows the theme: nothing is drawn in other colours before. */
const blocking: Plugin = {
  name: "blocking-script",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/** How the app becomes the files of dist/: one page, and files whose names follow from their content. */
export default defineConfig({
  root: path.join(import.meta.dirname, "app"),
  base: "/console/",
  plugins: [blocking],
  build: {
    outDir: path.join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    assetsDir: "assets",
    // A data: address would need a word of the policy of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2024",
    // All that the first page loads is one file, whatever pages in files of their own share with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", test: /app\/main\.tsx$/ }] } } },
  },
  oxc: { jsx: { runtime: "automatic" } },
});
