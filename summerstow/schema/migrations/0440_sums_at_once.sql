-- The sums that 0385 emptied are made at once, and not when their job is due again: until then the
-- overview counts every booking, which with a million of them takes longer than anybody is let wait.
update app.job set next_at = now()
  where name = 'sums' and next_at > now()
    and exists (select from app.counted_until where made_at = '-infinity');
