-- A refusal under an Idempotency-Key is remembered too, in a table of its own: a program of the
-- version before goes on reading app.idempotency as it is.
create table app.idempotency_refusals (
  scope text not null,
  key text not null,
  request_hash text not null,
  refusal jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key, request_hash)
);
create index idempotency_refusals_created_idx on app.idempotency_refusals (created_at);

-- A guest's request may come again from another address.
create index idempotency_key_idx on app.idempotency (key);

-- Answers that hold a secret or a copy of personal data are no longer kept; nor are the old ones.
update app.idempotency set result = 'null'
where scope ~ ('/rest/v1/rpc/(accept_delivery_quote|accept_invite|account_statement|add_item'
  '|answer_pickup_change|ask_price_match|book_delivery|booking_rules|cancel_booking|change_item'
  '|customer_file|decline_delivery_quote|edit_booking|invite_friends|invoice_pdf|join_preview'
  '|my_data|my_data_pdf|my_referrals|preview_cancellation|preview_delivery|preview_edit_booking'
  '|preview_erasure|record_payment|refund|remove_friend|remove_item|revoke_invite'
  '|send_delivery_quote|shared_plan|statement|waive|withdraw_delivery_quote|write_off)$');
