-- Whoever is at the door for a customer, and who pays, by the beginnings of words as in 0110. Few
-- bookings have them, so that those without cost nothing more.
create function app.door_words(contact_name text, contact_phone text, payer_email text)
  returns tsvector language sql immutable parallel safe as
  $$ select app.searched(concat_ws(' ', contact_name, app.phone_words(contact_phone),
       app.email_words(payer_email))) $$;
