import type { LinkedVisit } from "@api/commands.types";

interface Words {
  title: string;
  words: string;
}

/** What the person at the door reads first; `arrived` and `until` are hours in campus time. */
export function linkedVisitWords(visit: LinkedVisit, arrived: string, until: string): Words {
  const { state, ahead, arrival } = visit;
  const back = visit.visit === "return";
  const things = visit.owner ? `${visit.owner}'s items` : "the items";
  switch (state) {
    case "cancelled":
      return { title: "The visit is cancelled", words: "We do not come. There is nothing to do." };
    case "over":
    case "completed":
      return {
        title: back ? "The items are delivered" : "The items are with us",
        words: "This visit is over. Thank you for being there.",
      };
    case "arrived":
      return {
        title: "We are at your door",
        words: `Our crew arrived at ${arrived} and waits until ${until}, campus time. Please come to the door.`,
      };
    case "on_way":
      return {
        title: "Our crew is on the way",
        words: ["Please be at the door.", arrival].filter(Boolean).join(" "),
      };
    case "failed":
      return {
        title: "It did not work out",
        words: "The customer decides what is next. You can also call us.",
      };
    default: {
      const line =
        ahead === null
          ? "On the day, this page shows where our crew is."
          : ahead === 0
            ? "You are next."
            : `${ahead} ${ahead === 1 ? "stop" : "stops"} before yours.`;
      return {
        title: back ? `We bring ${things}` : `We pick up ${things}`,
        words: [line, arrival].filter(Boolean).join(" "),
      };
    }
  }
}
