import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { freeReturn, money } from "@features/marketing/words";
import type { Post } from "./post";

const heavy = terms.heavy_box_over_lb;

export const checklist: Post = {
  slug: "ultimate-student-storage-checklist",
  title: "The ultimate student storage checklist",
  published: "2024-06-10",
  summary:
    "Seven days, from the first box to the handed-in key. Print it, tick it, go home with a backpack.",
  sections: [
    {
      heading: "Seven days before",
      paragraphs: ["Half an hour at a desk. Everything after it is easier."],
      list: [
        "Check the day and hour of move-out in your residence contract",
        "Book your pickup for the day before it, and choose a window",
        `Order the free supply kit if you need one: ${pricing.supplies_kit}, with a ${money.deposit} deposit that counts towards storage. It can come from the day after tomorrow, at least a day before pickup`,
        "Ask two neighbours whether they want to share a bundle and a window",
        "Send your flight or bus time to whoever meets you, and put it into the booking",
      ],
    },
    {
      heading: "Five days before",
      paragraphs: ["The sorting evening. Put on a record, open the window, start with the closet."],
      list: [
        "Sort everything into four heaps: store, take along, give away, throw away",
        "Eat what is in the freezer",
        "Return library books, lab keys and borrowed pans",
        "Wash and fully dry the bedding: damp cloth smells by August, whatever the room is like",
        "Sell the bike now, or decide to store it and wipe it dry",
      ],
    },
    {
      heading: "Three days before",
      paragraphs: ["The packing evening. Heavy things first, at the bottom."],
      picture: "what-fits",
      list: [
        "Pack books first, in half-filled boxes topped up with clothes",
        `Keep each box under ${heavy} lb: if you cannot lift it from the floor without a groan, split it`,
        "Wrap dishes in T-shirts and stand plates on their edge",
        "Empty, defrost and dry the mini fridge, and tape its door. It needs a day to dry",
        "Put screws and shelf pins in a bag, and tape the bag to what they belong to",
        "Photograph electronics and their serial numbers",
        "Coil each cable, tie it, and put it in the box of its device",
      ],
      note: "A box is full when nothing moves in it as you shake it, and too full when its lid is a hill.",
    },
    {
      heading: "The day before pickup",
      list: [
        "Tape every box, twice along the bottom and once across",
        "Put your name and code on two sides of each item; the code is on your dashboard",
        "Write a list of what is in which box, and keep it on your phone",
        `Add protection if you want it: ${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} in all. It can be set until pickup, not after`,
        "Pack the backpack: passport, laptop, chargers, medicines, two days of clothes",
        "Stack everything by the door, with a way left to get out of it",
      ],
    },
    {
      heading: "Pickup day",
      picture: "step-pickup",
      list: [
        "Be reachable by phone during your window, or name the roommate who opens",
        "Count the items with the crew before they leave, and sign for that number",
        "Do not hand over what may not be stored: food, plants, fuel, aerosols, paint, fireworks, loose lithium batteries, medicines",
        "Look behind the door, under the bed and in the shower",
        "Clean the room, photograph it empty, hand in the key",
      ],
      note: "The forgotten thing is nearly always on the back of the door.",
    },
    {
      heading: "In August",
      list: [
        "Give us your new address and pick a window",
        `Free return is from ${freeReturn.from} to ${freeReturn.to}, within ${terms.free_radius_miles} miles of campus`,
        "Check that the new place lets you move in by then. If not, tell us early",
        `Open each box when it arrives: claims can be made for ${terms.insurance.claim_hours} hours`,
        "Fold the boxes flat and keep them. There is another May",
      ],
    },
  ],
};
