-- An identity whose address the provider had not verified: the confirmation mail that must be
-- answered before it leads into the account. Any other proof of the address removes the identity.
alter table auth.identities add column awaits_token uuid;

-- Signing in at another provider: what the way back needs to know. The id of
-- the flow is the OAuth state. Without a challenge the way back ends in a session (implicit).

alter table auth.flow_states
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null,
  add constraint flow_states_challenge_pair
    check ((code_challenge is null) = (code_challenge_method is null)),
  -- null: a flow that a mail's link ends
  add column provider text,
  add column redirect_to text,
  -- what the provider must repeat in its ID token, and our own PKCE verifier towards it
  add column nonce text check (length(nonce) <= 255),
  add column provider_verifier text,
  -- linking by hand: whose account the identity joins
  add column target_user_id uuid references auth.users (id) on delete cascade,
  -- an invitation that is answered with the provider instead of its link
  add column invited_user_id uuid references auth.users (id) on delete cascade,
  -- when the provider sent the browser back: a state is good once
  add column returned_at timestamptz,
  -- the provider's tokens, encrypted under the code that only the browser holds
  add column sealed_tokens text;
