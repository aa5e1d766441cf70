import { describe, expect, it } from "vitest";
import { byWordsFirst, isCode, type Search, searchFilters } from "./search-terms";

describe("a search", () => {
  it("looks for the word in each column", () => {
    expect(searchFilters("ana", ["first_name", "email"])).toEqual([
      'first_name.ilike."*ana*",email.ilike."*ana*"',
    ]);
  });

  it("asks for every word, in any column", () => {
    expect(searchFilters("  ana   lee ", ["name"])).toEqual([
      'name.ilike."*ana*"',
      'name.ilike."*lee*"',
    ]);
  });

  it("keeps grammar out of what was typed", () => {
    expect(searchFilters('a"),id.gt.0', ["name"])).toEqual(['name.ilike."*a\\"),id.gt.0*"']);
  });

  it("takes wildcards as typed", () => {
    expect(searchFilters("100%", ["name"])).toEqual(['name.ilike."*100\\\\%*"']);
    expect(searchFilters("a_b", ["name"])).toEqual(['name.ilike."*a\\\\_b*"']);
    expect(searchFilters("a\\b", ["name"])).toEqual(['name.ilike."*a\\\\\\\\b*"']);
    expect(searchFilters("a*b", ["name"])).toEqual(['name.ilike."*a_b*"']);
  });

  it("asks for nothing when nothing was typed", () => {
    expect(searchFilters("   ", ["name"])).toEqual([]);
  });
});

describe("a phone number or a code", () => {
  it.each([
    "(604) 555-0139",
    "+1 604 555 0139",
    "0139",
    "tel:+1-604-555-0139",
    "６０４５５５０１３９",
    "+86 138–1234–5678",
    "604.555.0139 x12",
    "SS-AB2CD",
    "ssab2cd",
    "7F3A-91C2",
    "7f3a91c2",
  ])("is %s", (typed) => expect(isCode(typed)).toBe(true));

  it.each(["", "ana", "Ana Lee", "139", "ana@lee.ca", "Room 412", "Dade Cafe", "ssssss lee"])(
    "is not %j",
    (typed) => expect(isCode(typed)).toBe(false),
  );
});

describe("words", () => {
  it.each(["Seán O’Brien", "Zoë  QUILL", "王小明", "a,b(c)"])(
    "%s is sent as typed",
    async (typed) => {
      const sent: (string | null)[] = [];
      await byWordsFirst(typed, ["name"], async ({ words }) => ({ count: sent.push(words) }));
      expect(sent).toEqual([typed]);
    },
  );

  it.each(["", "a", "%", "\\", "'", "é"])("%s is too little", async (typed) => {
    const sent: (string | null)[] = [];
    await byWordsFirst(typed, ["name"], async ({ words }) => ({ count: sent.push(words) }));
    expect(sent).toEqual([null]);
  });

  const asking = (pages: Record<string, number[]>) => {
    const asked: string[] = [];
    const ask = async ({ words }: Search, from: number) => {
      const way = words ? "words" : "anywhere";
      asked.push(`${way} ${from}`);
      return { count: pages[way]?.[from] ?? 0, way };
    };
    return { asked, ask };
  };

  it("are looked for anywhere only where they begin nothing", async () => {
    const { asked, ask } = asking({ words: [3], anywhere: [9] });
    expect((await byWordsFirst("ana", ["name"], ask)).way).toBe("words");
    const none = asking({ anywhere: [9] });
    expect((await byWordsFirst("ana", ["name"], none.ask)).way).toBe("anywhere");
    expect([asked, none.asked]).toEqual([["words 0"], ["words 0", "anywhere 0"]]);
  });

  it("are looked for in the same way on each page", async () => {
    const past = asking({ words: [3], anywhere: [9, 9] });
    expect((await byWordsFirst("ana", ["name"], past.ask, 1)).count).toBe(0);
    const none = asking({ anywhere: [9, 8] });
    expect((await byWordsFirst("ana", ["name"], none.ask, 1)).count).toBe(8);
  });
});
