-- An order may contain addresses and hosting plans beside domains: `cart_items.domain` and `order_lines.domain` hold the
-- text of any item. The first term of a domain may be longer than a year.
alter table public.order_lines add column years integer not null default 1 check (years between 1 and 10);
