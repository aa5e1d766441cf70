import { taxes } from "./published";

const begun = taxes.filter(({ from }) => from <= new Date().toISOString());

/** The tax of today, "GST". */
export const taxName = (begun.at(-1) ?? taxes[0])?.name ?? "";

/** Stands beside every price that is shown without its tax: "before GST". */
export const beforeTax = `before ${taxName}`;
