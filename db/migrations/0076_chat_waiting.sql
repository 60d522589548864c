-- A conversation waits from the first line of the customer that nobody has answered, until an admin answers or sets it
-- aside. Reading it is no answer.
alter table public.chat_conversations add column unanswered_from integer;

-- What was read waited no more until now. Of that, only what the customer wrote in the last two weeks waits again.
update public.chat_conversations c set unanswered_from = l.place
  from (select user_id, min(place) as place from chat_lines one
         where not by_shop
           and place > coalesce((select max(place) from chat_lines s where s.user_id = one.user_id and s.by_shop), 0)
         group by user_id) l
 where l.user_id = c.user_id and not c.closed
   and (c.waiting or c.last_at > now() - interval '14 days');

-- The indexes that name the column go with it.
alter table public.chat_conversations drop column waiting;
alter table public.chat_conversations
  add column waiting boolean not null generated always as (unanswered_from is not null) stored;
create index chat_newest on public.chat_conversations (waiting desc, last_at desc, user_id desc);
create index chat_waiting on public.chat_conversations (last_at desc, user_id desc) where waiting;
create index chat_open on public.chat_conversations (waiting desc, last_at desc, user_id desc) where not closed;
create index chat_closed on public.chat_conversations (waiting desc, last_at desc, user_id desc) where closed;
grant insert (unanswered_from), update (unanswered_from) on public.chat_conversations to {{user}};
