import { describe, expect, it } from "vitest";
import { arrivalIn } from "./arrival";

describe("what an address brings", () => {
  it("is a mail's link with its type", () => {
    expect(arrivalIn({ hash: "", search: "?flow=x&token_hash=pkce_1&type=recovery" })).toEqual({
      kind: "link",
      tokenHash: "pkce_1",
      type: "recovery",
    });
    expect(arrivalIn({ hash: "", search: "?token_hash=1&type=sms" })).toBeNull();
    expect(arrivalIn({ hash: "", search: "?token_hash=1" })).toBeNull();
  });

  it("is a whole session, never half of one", () => {
    expect(arrivalIn({ hash: "#access_token=a&refresh_token=b&type=signup", search: "" })).toEqual({
      kind: "session",
      accessToken: "a",
      refreshToken: "b",
    });
    expect(arrivalIn({ hash: "#access_token=a", search: "" })).toBeNull();
    expect(arrivalIn({ hash: "", search: "?access_token=a&refresh_token=b" })).toBeNull();
  });

  it("is nothing elsewhere", () => {
    expect(arrivalIn({ hash: "#how-it-works", search: "?code=abc" })).toBeNull();
  });
});
