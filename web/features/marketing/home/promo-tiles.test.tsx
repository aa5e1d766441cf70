import { render, screen } from "@testing-library/react";
import type { LinkProps } from "react-router";
import { expect, it, vi } from "vitest";
import { PromoTiles } from "./promo-tiles";

vi.mock("@components/site/page-link", () => ({
  PageLink: ({ to, children }: LinkProps) => <a href={String(to)}>{children}</a>,
}));

it("leads from the price match to the page with its form", () => {
  render(<PromoTiles />);
  const link = screen.getByRole("link", { name: "Price-match guarantee" });
  expect(link.getAttribute("href")).toBe("/customer-dashboard/payments");
});
