import type { Row } from "@api/database.types";
import { addressOf, bookingBody, buildingOf } from "@features/booking/submission/booking-body";
import { describe, expect, it } from "vitest";
import { type Answers, emptyAnswers } from "./answers";
import { asLastTime } from "./last-time";

const ANSWERS: Answers = {
  ...emptyAnswers({ campusId: 1, planId: "medium", items: 8, protection: 800 }),
  userType: "parent",
  firstName: "Mei",
  lastName: "Chen",
  email: "mei@family.example",
  phone: "+16045550188",
  otherName: "Ana Chen",
  otherPhone: "+16045550187",
  otherEmail: "ana@student.example",
  wantsSupplies: true,
  supplyKitDate: "2026-04-20",
  pickupDate: "2026-04-28",
  pickupTime: "12:00 PM - 3:00 PM",
  deliveryOption: "same_city",
  deliveryDate: "2026-09-01",
  deliveryAddress: "805 Fleming Drive, Kamloops BC V2C 5M3",
};

const again = (answers: Answers) =>
  asLastTime(bookingBody(answers, "7f3a") as unknown as Row<"bookings">);

describe("the next booking", () => {
  it("begins with the last one's people, place, plan and wishes, without its days", () => {
    const { pickupDate, supplyKitDate, deliveryDate, firstName, lastName, email, ...rest } =
      ANSWERS;
    expect({ ...emptyAnswers(), ...again(ANSWERS) }).toMatchObject({
      ...rest,
      pickupDate: "",
      supplyKitDate: "",
      deliveryDate: "",
    });
  });

  it("writes the pickup's place as it was written before", () => {
    for (const place of [
      { residenceType: "on_campus", buildingName: "Totem Park", room: "214" },
      { residenceType: "on_campus", buildingName: "Nootka", residenceAddress: "2205 Lower Mall" },
      { residenceType: "other", street: "12 Elm Street", city: "Vancouver", postalCode: "V6T 1Z4" },
      { residenceType: "other", street: "12 Elm Street", city: "Kelowna" },
    ] as const) {
      const before = { ...ANSWERS, ...place };
      const now = { ...emptyAnswers(), ...again(before) };
      expect([buildingOf(now), addressOf(now)]).toEqual([buildingOf(before), addressOf(before)]);
    }
  });

  it("asks for the school again if its campus is served no more", () => {
    const gone = bookingBody(ANSWERS, "7f3a") as unknown as Row<"bookings">;
    expect(asLastTime({ ...gone, campus_id: 99 })).not.toHaveProperty("campusId");
  });
});
