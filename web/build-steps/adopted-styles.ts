import type { Plugin } from "vite";

/**
 * How libraries style themselves, and what they do here instead. The policy of our pages obeys no
 * style element that a script adds; a sheet that a script adopts is none.
 */
const CHANGES: Record<string, readonly (readonly [from: RegExp, to: string])[]> = {
  "/sonner/dist/index.mjs": [
    [
      /let head = [^}]*createElement\('style'\)[^}]*createTextNode\(code\)\)/,
      "const sheet = new CSSStyleSheet(); sheet.replaceSync(code); document.adoptedStyleSheets.push(sheet)",
    ],
  ],
  "/react-style-singleton/dist/es2015/singleton.js": [
    [
      /var tag = document\.createElement\('style'\)[\s\S]*?return tag;/,
      "return new CSSStyleSheet();",
    ],
    [/(function injectStyles\(tag, css\) \{)[\s\S]*?\n\}/, "$1 tag.replaceSync(css); }"],
    [
      /(function insertStyleTag\(tag\) \{)[\s\S]*?\n\}/,
      "$1 document.adoptedStyleSheets.push(tag); }",
    ],
    [
      /stylesheet\.parentNode && stylesheet\.parentNode\.removeChild\(stylesheet\);/,
      "document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== stylesheet);",
    ],
  ],
  // components/ui/select.tsx hides the scroll bar by itself.
  "/@radix-ui/react-select/dist/index.mjs": [
    [
      /\/\* @__PURE__ \*\/ jsx\(\s*"style",\s*\{\s*dangerouslySetInnerHTML: [^`]*`[^`]*`\s*\},\s*nonce\s*\}\s*\),/,
      "",
    ],
  ],
};

function changesOf(id: string) {
  const file = Object.keys(CHANGES).find((name) => id.replaceAll("\\", "/").endsWith(name));
  return file === undefined ? undefined : { file, changes: CHANGES[file] ?? [] };
}

/** Applies the changes to what browsers get. @throws where a library is not as it was. */
export function adoptedStyles(): Plugin {
  return {
    name: "summerstow-adopted-styles",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      const target = changesOf(id);
      if (!target) return null;
      for (const [from] of target.changes) {
        if (!from.test(code)) throw new Error(`${target.file} adds its styles in another way now`);
      }
      return {
        code: target.changes.reduce((text, [from, to]) => text.replace(from, to), code),
        map: null,
      };
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const files = new Set(
        chunks.flatMap((one) => one.moduleIds.map((id) => changesOf(id)?.file)),
      );
      for (const file of Object.keys(CHANGES)) {
        if (!files.has(file))
          throw new Error(`No page has ${file}: where are its styles from now?`);
      }
    },
  };
}
