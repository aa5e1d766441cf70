import booking from "@facts/booking.json";
import { expect, it } from "vitest";
import { emailFault, mailAddress } from "./email";

it.each([
  ["ana@exämple.test", "ana@xn--exmple-cua.test"],
  ["ana@пример.рф", "ana@xn--e1afmkfd.xn--p1ai"],
  ["ana＠ｅｘａｍｐｌｅ.test", "ana@example.test"],
  [" Ana@Example.test ", "Ana@Example.test"],
])("%s can be reached as %s (rule: reachable-address)", (typed, address) => {
  expect(emailFault(typed, "no")).toBeNull();
  expect(mailAddress(typed)).toBe(address);
});

it.each(["zoë@example.test", "ана@пример.рф", "用户@example.test"])(
  "%s cannot be reached",
  (typed) => expect(emailFault(typed, "no")).toBe(booking.email_beyond_ascii),
);

it.each(["ana", "ana@", "ana@x", "a b@example.test"])("%s is none", (typed) =>
  expect(emailFault(typed, "no")).toBe("no"),
);
