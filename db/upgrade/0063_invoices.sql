-- What an invoice says about its lines, and how its numbers go on.

-- The price of each year after the first one, as it was when the order was placed: the first may be cheaper. Null for one
-- year, and in orders from before this migration.
alter table public.order_lines add column further_price numeric(15, 3) check (further_price >= 0);

-- The row of the year 0 has the last number that was given in the series, whatever the year. Its lock keeps the numbers of
-- a series in one order, also where they don't start again each year. A row may be prepared before a number is given.
alter table public.paper_numbers drop constraint paper_numbers_last_check, add check (last >= 0);
insert into public.paper_numbers (series, year, last)
  select distinct on (series) series, 0, last from public.paper_numbers order by series, year desc;
