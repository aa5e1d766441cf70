-- Who keeps places for open forms, so that nobody keeps them all; and who waits for how many.

alter table app.slot_holds add column address text;
create index slot_holds_address_idx on app.slot_holds (address);
create index waiting_list_email_idx on app.waiting_list (lower(email), created_at);
