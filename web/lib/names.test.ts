import { describe, expect, it } from "vitest";
import { fold, holdsWords, nameKey } from "./names";

describe("the key of a name", () => {
  // tests/schema/test_folding.py has the same names for the server.
  it.each([
    ["Seán O’Brien", "sean obrien"],
    ["O´Brien", "obrien"],
    ["Jean‑Luc", "jean luc"],
    ["Øyvind Łukasz Đặng", "oyvind lukasz dang"],
    ["WEIẞ", "weiss"],
    ["İpek Ilgın", "ipek ilgin"],
    ["Ａｎａ　Ｌｅｅ", "ana lee"],
    ["Nguye\u0302\u0303n", "nguyen"],
    ["مُحَمَّد", "محمد"],
    ["דָּוִד", "דוד"],
    ["ΓΙΏΡΓΟΣ", "γιωργοσ"],
    ["АЛЁНА", "алена"],
    ["王小明", "王小明"],
    ["ｶﾞﾌﾞﾘｴﾙ", "ガブリエル"],
    ["김민준", "김민준"],
    ["सुमित्रा", "सुमित्रा"],
    ["  de  la\u00a0Cruz ", "de la cruz"],
  ])("of %s is %s", (typed, key) => expect(nameKey(typed)).toBe(key));

  it("is its own key", () =>
    expect(nameKey(nameKey("Þóra O’Brien-Æsa"))).toBe("thora obrien aesa"));
});

describe("words", () => {
  it.each(["OBRIEN sean", "o'brien", "jeanluc", "Jean Luc"])("%s stand in a name", (typed) =>
    expect(holdsWords("Seán O’Brien Jean‑Luc", typed)).toBe(true),
  );

  it("that are missing do not", () => expect(holdsWords("Ana Lee", "ana leo")).toBe(false));
});

it("digits of any script are digits", () => expect(fold("٦٠٤ ６０４ ६०४")).toBe("604 604 604"));
