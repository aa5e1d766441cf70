import { ApiError } from "@api/errors";
import { describe, expect, it } from "vitest";
import { fetchError } from "./list-parts";

describe("a read that failed", () => {
  it("is nobody's permission where the server is away", () => {
    expect(fetchError(new ApiError(503, "PGRST001", "no database")).words).toBe(
      "Could not load admin data.",
    );
  });

  it("asks for the permissions where it was refused", () => {
    expect(fetchError(new ApiError(403, "42501", "permission denied"))).toEqual({
      title: "Fetch Error",
      words: "Could not load admin data. Please check your permissions.",
    });
    expect(fetchError(new ApiError(403, "42501", ""), "this account").words).toBe(
      "Could not load this account. Please check your permissions.",
    );
  });
});
