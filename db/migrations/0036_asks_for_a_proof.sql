-- Each new code takes the place of the one before, and anybody may ask for one: counted, so that a stranger who asks
-- again and again can't void every link before its owner has opened it.
alter table auth.one_time_tokens add column asks integer not null default 1;
