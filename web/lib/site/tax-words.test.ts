import facts from "@facts/taxes.json";
import { expect, it } from "vitest";
import { beforeTax } from "./tax-words";

const { taxes } = facts;

it("names the tax that the facts name", () => {
  expect(beforeTax).toBe(`before ${taxes[0]?.name}`);
});

it("is the one place that does: no screen names a tax by itself", () => {
  const sources = import.meta.glob<string>(
    ["../../{app,api,components,features,lib}/**/*.{ts,tsx}", "!**/*.test.*"],
    { query: "?raw", import: "default", eager: true },
  );
  const names = new RegExp(`\\b(${taxes.map(({ name }) => name).join("|")})\\b`);
  const written = Object.entries(sources).filter(([, text]) =>
    names.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(written.map(([file]) => file)).toEqual([]);
});
