-- A provider's word about a person who asked to connect it, encrypted under the code that only the
-- browser holds: the identity joins the account when the browser that began exchanges that code.
alter table auth.flow_states add column sealed_identity text;
