import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.FERROVIA_SERVER ?? "http://localhost:8000";

/** The catalogues without the notes for translators (keys that end in #). */
const withoutNotes: Plugin = {
  name: "without-notes",
  enforce: "pre",
  transform(source, id) {
    if (!/\/locales\/\w+\/[\w-]+\.json$/.test(id)) return null;
    const entries = Object.entries(JSON.parse(source)).filter(([key]) => !key.endsWith("#"));
    return { code: JSON.stringify(Object.fromEntries(entries)), map: null };
  },
};

export default defineConfig({
  plugins: [withoutNotes],
  // Preact's JSX by the bundler's own transformer: no plugin is needed.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: { alias: { "@locales": path("../src/ferrovia/data/locales") } },
  build: {
    outDir: path("../src/ferrovia/server/static"),
    emptyOutDir: true,
    target: "es2022",
    cssTarget: "esnext", // light-dark() and nesting stay as they are written
    assetsInlineLimit: 0, // the page's security policy refuses what is written into it
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: [path("."), path("../src/ferrovia/data/locales")] },
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
});
