-- Second factors.
create table auth.factors (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text not null default '' check (app.is_line(friendly_name, 100)),
  -- totp: the shared secret, sealed with the key of the data folder
  sealed_secret text,
  -- totp: the last 30 s step whose code was taken; older ones are good no more
  last_step bigint,
  -- phone: E.164 digits without the plus sign
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- webauthn: set when the factor is verified
  credential_id bytea unique,
  public_key bytea,
  sign_count bigint,
  transports text[] not null default '{}',
  -- codes guessed wrong since `wrong_since`
  wrong_guesses integer not null default 0,
  wrong_since timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factors_hold_their_proof check (
    case factor_type
    when 'totp' then sealed_secret is not null
    when 'phone' then phone is not null
    when 'webauthn' then status = 'unverified' or (credential_id is not null
    and public_key is not null and sign_count is not null)
    else true
    end
  ),
  constraint factors_name_key unique (user_id, friendly_name)
);

-- How the session's person was recognised (the token's `amr`): one row for each method.
create table auth.session_methods (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  method text not null,
  at timestamptz not null default now(),
  -- Which factor a method of a session stands for: with the factor, the method goes.
  factor_id uuid references auth.factors (id) on delete cascade,
  primary key (session_id, method)
);
create index session_methods_factor_idx on auth.session_methods (factor_id) where factor_id is not null;

-- One attempt to prove a factor, by the session that asked for it and no other.
create table auth.factor_challenges (
  id uuid default gen_random_uuid() primary key,
  factor_id uuid not null references auth.factors (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- phone: keyed hash of the six digits in the text message
  code_hash bytea,
  -- webauthn: what the authenticator has to sign
  nonce bytea,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index factor_challenges_factor_idx on auth.factor_challenges (factor_id, created_at);
create index factor_challenges_session_idx on auth.factor_challenges (session_id);

-- Codes to be kept on paper, for when every other factor is lost; each is good once.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- SHA-256: the codes are random, 79 bits each
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
