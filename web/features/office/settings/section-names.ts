/** The sections of the settings, with the words that the search also knows them by. */
export const SECTION_NAMES = [
  {
    value: "business",
    label: "Business",
    words:
      "name legal logo colour color look email phone hours address gst number e-transfer transfer abroad swift sender social links reviews",
  },
  {
    value: "campuses",
    label: "Campuses",
    words: "campus university residence residences pickup windows times open close picture photo",
  },
  {
    value: "season",
    label: "Season",
    words: "first day last day weekdays closed days holiday cut-off free return days ahead",
  },
  { value: "capacity", label: "Capacity", words: "places slots windows close days" },
  {
    value: "prices",
    label: "Prices",
    words: "price list plan bundle fees deposit referral protection insurance distance",
  },
  { value: "taxes", label: "Taxes", words: "gst hst pst rate percent" },
  { value: "messages", label: "Messages", words: "mail email words text sms template reminder" },
  {
    value: "pages",
    label: "Pages",
    words: "faq questions blog posts terms conditions privacy home headline words texts",
  },
  {
    value: "staff",
    label: "Staff",
    words: "invite role people worker admin executive second factor last day deactivate",
  },
  { value: "first-steps", label: "First steps", words: "test mail new installation checklist" },
  {
    value: "season-close",
    label: "Season close",
    words: "end of season unpaid not returned archive export download everything",
  },
  {
    value: "connections",
    label: "Connections",
    words:
      "api key keys webhook webhooks calendar feed ics program integration secret test text sms cards stripe",
  },
  {
    value: "data",
    label: "Data",
    words:
      "import csv excel xlsx spreadsheet customers bookings items accountant quickbooks xero export tax receivables archive",
  },
  {
    value: "personal-data",
    label: "Personal data",
    words: "privacy request export erase delete person gdpr pipa guest parent",
  },
] as const;

export type SectionName = (typeof SECTION_NAMES)[number]["value"];
