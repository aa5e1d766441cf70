import { expect, it } from "vitest";
import { bankFile } from "./bank-file";

it("reads what came in, whatever a bank calls its columns", () => {
  const file = [
    "Transaction Date,Description,Debit,Credit,Balance,Reference Number",
    '2027-04-28,"INTERAC e-Transfer MINA, ABCD-2345",,"1,110.25",5000.00,CA1x9',
    "04/29/2027,COFFEE,4.50,,4995.50,",
    "04/29/2027,NOOR efgh2345,,$20.00,5015.50,",
  ].join("\r\n");
  expect(bankFile(file).lines).toEqual([
    {
      received_on: "2027-04-28",
      amount_cents: 111025,
      text: "INTERAC e-Transfer MINA, ABCD-2345 CA1x9",
      bank_reference: "CA1x9",
    },
    {
      received_on: "2027-04-29",
      amount_cents: 2000,
      text: "NOOR efgh2345",
      bank_reference: null,
    },
  ]);
});

it("says what a file lacks", () => {
  expect(() => bankFile("name,colour\nMina,red")).toThrow("no columns for a date");
});

it("counts what it could not read, and not what went out", () => {
  const file = [
    "Date,Description,Amount",
    "2027-04-28,NOOR efgh2345,20.00",
    "28 Apr 2027,MINA abcd2345,110.25",
    "2027-04-29,SAM,1.110.25",
    "2027-04-29,COFFEE,-4.50",
    "2027-04-29,FEE,(2.00)",
    "2027-04-30,NOTICE,0.00",
    "2027-04-30,NOTICE,",
  ].join("\n");
  const { lines, unread } = bankFile(file);
  expect(lines).toHaveLength(1);
  expect(unread).toBe(2);
});
