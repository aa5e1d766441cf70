/**
 * Modules that share a file. A browser asks for a few files at a time, so a first screen has at most
 * about twenty; `python -m tools.check_budgets --list` counts them.
 *
 * The order matters: a group takes its modules from those below it, together with what they import.
 * A module that public pages import belongs to a group above those of staff, or public pages load
 * the staff's file.
 */
interface Group {
  name: string;
  modules: readonly string[];
  /** Only modules that two entries import: the others stay with their entry. */
  shared?: true;
}

const GROUPS: readonly Group[] = [
  {
    name: "framework",
    modules: [
      "node_modules/(react|react-dom|scheduler|react-router|@tanstack/(query-core|react-query))/",
    ],
  },
  {
    // Loaded by every page.
    name: "shell",
    modules: [
      "node_modules/(lucide-react|tslib|clsx|tailwind-merge|class-variance-authority)/",
      "node_modules/@radix-ui/react-(label|primitive)/",
      "facts/(pricing/[^/]+/)?(campuses|pricing|terms|booking)\\.",
      "web/app/(error-page|not-found|unsent-work|back-asks|booking-launcher)\\.",
      "web/app/gates/gate-loading\\.",
      "web/lib/(cn|toast|format/(dates|money)|forms/phone)\\.",
      "web/lib/site/(booking-launcher|config|free-return|page-meta|page-title|pickup-windows|published)\\.",
      "web/lib/auth/(assurance|client|profile|session|signed-in-hint|use-leave)\\.",
      "web/lib/browser/(back-closes|first-screen|late-code|new-id|open-panels|pointed-at|screen-foot|theme|translation-guard)\\.",
      "web/api/(errors|query-client)\\.",
      "web/components/form-alert\\.",
      "web/components/site/(logo|page-link|book-now|part-boundary|unreached)\\.",
      "web/components/illustration/(iso|iso-scene|scenes|things)\\.",
      "web/components/ui/(badge|button|card|code|empty-state|error-state|field|input|select-button|skeleton|spinner|tape-label|textarea)\\.",
    ],
  },
  {
    // The base of Radix controls.
    name: "controls",
    modules: [
      "node_modules/@radix-ui/(primitive|react-(context|id|presence|use-[a-z-]+))/",
      "web/components/ui/(date-picker|late-calendar|native-select)\\.",
      "web/lib/browser/media\\.",
    ],
  },
  {
    // Controls with roving focus.
    name: "choices",
    modules: [
      "node_modules/@radix-ui/react-(collection|direction|roving-focus|tabs)/",
      "web/components/ui/tabs\\.",
    ],
  },
  {
    // Reads and writes of the data API: the pages behind links of mails, and the dashboards.
    name: "rows",
    modules: [
      "node_modules/@supabase/postgrest-js/",
      "web/api/(client|clock|files|once|bookings/(booking|commands|words|pickup-links|places|places-held)|customers/(friends|payments|records)|pickups/(queue|runs|slots))\\.",
      "web/components/(copy-button|lists/facts|site/contact-us)\\.",
      "web/features/(customer/visit/call-us|office/data-session)\\.",
      "web/lib/(browser/save-file|forms/use-price|format/(booking-code|campus-hour|campus-time))\\.",
    ],
  },
  {
    name: "forms",
    modules: [
      "node_modules/(zod|react-hook-form|@hookform/resolvers)/",
      "web/lib/forms/(money-typed|schema|use-schema-form)\\.",
    ],
  },
  {
    name: "dialogs",
    modules: [
      "node_modules/(@radix-ui/react-(dialog|dismissable-layer|focus-scope|focus-guards|portal)|react-remove-scroll|aria-hidden)/",
      "web/components/ui/(dialog|panel-body|typed-guard)\\.",
    ],
  },
  {
    name: "menus",
    modules: [
      "node_modules/(@floating-ui|@radix-ui/react-(popper|select|visually-hidden))/",
      "web/components/ui/select\\.",
    ],
  },
  {
    name: "signed-in",
    modules: [
      "web/components/(settled|files/picture|site/(account-link|theme-menu))\\.",
      "web/api/(bookings/(delivery-quotes|items)|customers/(fees|price-match))\\.",
      "web/components/(site/agreed-terms|ui/late-(dialog|menu|panel|select))\\.",
      "web/lib/(format/csv|site/(live-lines|question-address))\\.",
    ],
  },
  { name: "item-kinds", modules: ["facts/storage\\."] },
  { name: "names", modules: ["facts/letters\\.", "web/lib/names\\."] },
  {
    name: "push",
    modules: ["web/api/customers/devices\\.", "web/lib/push/(push|push-renewal)\\."],
  },
  {
    name: "customer",
    modules: [
      "web/api/pickups/labels\\.",
      "web/features/customer/booking/(booking-state|open-dialog|own-bookings|refusal|use-kept-booking|use-once|use-outage)\\.",
      "web/features/customer/(dates/date-fields|delivery/delivery-quote|items/item-words|overview/no-booking)\\.",
    ],
  },
  {
    // The office, the crew and the warehouse.
    name: "staff",
    modules: [
      "node_modules/react-hotkeys-hook/",
      "web/api/(inbox|bookings/lists|customers/search|pickups/(custody|device-storage|pickups))\\.",
      "web/components/(lists/(address-link|list-problem|pager|search-box)|second-factor/step-up)\\.",
      "web/features/crew/pickups/day/pickup-words\\.",
      "web/features/office/(dashboard-header|dashboard-tabs|list-parts|slow-reads|staff-header|use-storage-report|bookings/one-booking|inbox/(inbox-count|inbox-query))\\.",
      "web/features/office/(search/(keys|office-commands|office-search)|settings/section-names)\\.",
      "web/features/warehouse/use-shelves-kept\\.",
      "web/lib/(browser/first-stops|site/campus-names)\\.",
      "web/lib/lists/(failure-toast|read-ahead|search-terms|ticked|url-state)\\.",
      "web/lib/offline/(crew-shell|device-storage|send-again)\\.",
    ],
  },
  {
    name: "lists",
    modules: [
      "node_modules/(@tanstack/[a-z-]*(table|store)[a-z-]*|use-sync-external-store)/",
      "web/api/customers/customer-file\\.",
      "web/components/lists/(clear-filters|data-table|refresh-button|sort-link)\\.",
      "web/features/office/(address-panel|list-page)\\.",
      "web/features/office/bookings/(booking-columns|booking-lists|bookings-query|bookings-view|day-choice|saved-views|record/record-reads)\\.",
      "web/lib/lists/use-paused\\.",
    ],
  },
  {
    // The day kept on a device; the session reads it for office and crew.
    name: "kept",
    modules: ["node_modules/idb/", "web/lib/offline/kept-store\\."],
  },
  {
    name: "crew",
    modules: [
      "web/api/campuses\\.",
      "web/features/crew/pickups/(dates/add-pickup|day/(campus-day|stop-links))\\.",
      "web/features/crew/pickups/offline/",
      "web/features/crew/runs/(offline/|run-words\\.)",
      "web/features/office/not-sent\\.",
      "web/features/(crew/offline/|warehouse/items/use-scans\\.)",
      "web/lib/(labels/label-code|offline/(drafts|lane|outbox|outbox-store))\\.",
    ],
    shared: true,
  },
];

export const chunkGroups = GROUPS.map(({ name, modules, shared }, index) => ({
  name,
  test: new RegExp(modules.join("|")),
  priority: GROUPS.length - index,
  ...(shared ? { minShareCount: 2 } : {}),
}));
