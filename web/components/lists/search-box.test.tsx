import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PAUSE_MS, SearchBox } from "./search-box";

const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("the search field", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("searches once after a pause in typing, and at once on Enter", () => {
    const onSearch = vi.fn();
    render(<SearchBox label="Search" value="" onSearch={onSearch} />);
    type("a");
    pass(PAUSE_MS - 1);
    type("ana ");
    pass(PAUSE_MS - 1);
    expect(onSearch).not.toHaveBeenCalled();
    pass(1);
    expect(onSearch.mock.calls).toEqual([["ana"]]);
    type("lee");
    fireEvent.submit(field());
    pass(1000);
    expect(onSearch.mock.calls).toEqual([["ana"], ["lee"]]);
  });

  it("goes with the filters chosen while it waited", () => {
    const before = vi.fn();
    const after = vi.fn();
    const { rerender } = render(<SearchBox label="Search" value="" onSearch={before} />);
    type("ana");
    rerender(<SearchBox label="Search" value="" onSearch={after} />);
    pass(300);
    expect(before).not.toHaveBeenCalled();
    expect(after).toHaveBeenCalledWith("ana");
  });

  it("follows the address, and forgets what was being typed then", () => {
    const onSearch = vi.fn();
    const { rerender } = render(<SearchBox label="Search" value="ana" onSearch={onSearch} />);
    type("anas");
    rerender(<SearchBox label="Search" value="" onSearch={onSearch} />);
    expect(field().value).toBe("");
    pass(1000);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it("keeps the letters typed before the address of the earlier ones is drawn", () => {
    const box = (value: string) => <SearchBox label="Search" value={value} onSearch={() => {}} />;
    const { rerender } = render(box(""));
    type("qu");
    pass(PAUSE_MS);
    type("quick");
    pass(PAUSE_MS);
    type("quick fox");
    rerender(box("qu"));
    expect(field().value).toBe("quick fox");
    rerender(box("quick"));
    expect(field().value).toBe("quick fox");
    rerender(box(""));
    expect(field().value).toBe("");
  });
});
