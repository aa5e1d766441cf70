-- Signing in and refreshing are steps of Python (auth/sessions).
drop function auth.sign_in(json, text, text, boolean, text);
drop function auth.refresh(uuid, integer, json, text, inet, timestamptz, integer);
drop function auth.open_session(json);
drop function auth.note(text, uuid, uuid, text, jsonb);
-- squawk-ignore ban-drop-type -- no column has it
drop type auth.opening;
