import { expect, it } from "vitest";
import { deviceWords, isHandheld } from "./device-words";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0 Safari/537.36`,
    "Chrome on Chromebook",
  ],
  ["python-httpx/0.28.1", "An app"],
  ["", "Unknown device"],
])("reads %s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});

it("tells what one carries about", () => {
  expect(isHandheld("Mozilla/5.0 (Linux; Android 15; Pixel 9)")).toBe(true);
  expect(isHandheld("Mozilla/5.0 (X11; Linux x86_64)")).toBe(false);
  expect(deviceWords(null)).toBe("Unknown device");
});
