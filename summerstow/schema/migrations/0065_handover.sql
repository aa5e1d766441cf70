-- When the handing over of a claimed message began: only then is there a doubt whether a process
-- that ended in the middle has sent it.
alter table app.outbox add column handover_at timestamptz;
