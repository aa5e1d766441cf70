import { taxes } from "./published";

const begun = taxes.filter(({ from }) => from <= new Date().toISOString());

/** Stands beside every price that is shown without its tax: "before GST". */
export const beforeTax = `before ${(begun.at(-1) ?? taxes[0])?.name}`;
