import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { aliases } from "./aliases.ts";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: aliases },
  test: {
    environment: "jsdom",
    include: ["{app,features,api,components,lib}/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
