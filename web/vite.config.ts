import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { aliases } from "./aliases.ts";

const api = `http://127.0.0.1:${process.env.API_PORT ?? "8000"}`;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: aliases },
  build: { assetsInlineLimit: 0 },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(
      ["/auth/v1", "/rest/v1", "/healthz", "/dev/mailbox"].map((path) => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
});
