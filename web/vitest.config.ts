import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import build from "./vite.config.ts";

export default mergeConfig(
  build,
  defineConfig({
    test: {
      include: ["src/**/*.test.{ts,tsx}"],
      environment: "happy-dom",
      pool: "vmThreads",
      css: { include: /styles/ },
    },
  }),
);
