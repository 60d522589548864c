-- The inbox's two shelves, what is open and what was set aside, are each read from an index of their own: a page of the
-- smaller one costs the same however large the other is.

create index chat_open on public.chat_conversations (waiting desc, last_at desc, user_id desc) where not closed;
create index chat_closed on public.chat_conversations (waiting desc, last_at desc, user_id desc) where closed;
