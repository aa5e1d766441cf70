/** What is said of each campus and of no other; the rest of its page comes from the facts. */
export interface CampusWords {
  headline: string;
  lead: string;
  /** Why the storage is climate-controlled here. */
  summer: { title: string; text: string };
  /** What to know about leaving from here. */
  leaving: { title: string; text: string };
}

export const campusWords: Readonly<Record<string, CampusWords>> = {
  ubcv: {
    headline: "Storage at UBC Vancouver",
    lead: "From Totem Park to Thunderbird: we collect at your residence on Point Grey and bring everything back to it, or to your first apartment in the city.",
    summer: {
      title: "Damp stays outside",
      text: "Near the sea, things in a locker or a garage smell damp by August. Your bedding and books stay in a climate-controlled, monitored facility.",
    },
    leaving: {
      title: "Flying out of YVR?",
      text: "Tick 'I have a flight to catch' when you book and say when. We plan your stop with time to spare for the ride to the airport.",
    },
  },
  ubco: {
    headline: "Storage at UBC Okanagan",
    lead: "From Nechako to Monashee Place: we collect at your residence in Kelowna and have your things at your next door before classes begin.",
    summer: {
      title: "Heat stays outside",
      text: "Okanagan summers turn a parked car or a metal container into an oven. Electronics and instruments stay in a climate-controlled, monitored facility.",
    },
    leaving: {
      title: "Flying out of YLW?",
      text: "The airport is across the highway from campus, so an early flight still leaves room for the morning window. Tick 'I have a flight to catch' when you book.",
    },
  },
  tru: {
    headline: "Storage at Thompson Rivers University",
    lead: "North Tower, East Village or Coyote Den: we collect on the hill in Kamloops and bring everything back when the fall semester starts.",
    summer: {
      title: "Heat and smoke stay outside",
      text: "Kamloops gets hot, and some summers smoky. Clothes and electronics stay in a climate-controlled, monitored facility, closed to the weather.",
    },
    leaving: {
      title: "Leaving from YKA, or by bus?",
      text: "Tick 'I have a flight to catch' when you book and choose the part of the day. It works for a bus to Vancouver or Calgary as well.",
    },
  },
};
