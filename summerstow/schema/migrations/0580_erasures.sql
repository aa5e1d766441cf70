-- People whose account is gone and whom the audit log may still name: the job `erasure` goes through
-- it in slices, and takes the row away with the last one.
create table app.erasures (
  user_id uuid primary key,
  -- what the log may know the person by: ids of theirs, addresses and numbers
  ids text[] not null,
  own text[] not null,
  -- lines up to here are done; none after `until` is theirs: the address may begin anew
  done bigint not null default 0,
  until bigint not null
);
