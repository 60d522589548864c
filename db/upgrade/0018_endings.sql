-- The endings of the shop in one setting, `catalogue.domains`, with the price of the first year and of each further one.
-- Before, the endings, the renewals and one price for all were settings of their own. The local endings are added without
-- a price.
with before as (
  select (select value from settings where key = 'catalogue.endings') as endings,
         (select value -> 'cartDomain' from settings where key = 'catalogue.prices') as price,
         (select value from settings where key = 'catalogue.renewals') as renewals
),
rows as (
  select position,
         jsonb_build_object('ending', ending, 'price', coalesce(price, '10'), 'renewal', renewals -> ending, 'years', 1,
                            'needs', '', 'searched', true, 'shown', true) as row
    from before,
         jsonb_array_elements_text(coalesce(endings, '["com", "net", "org", "co", "info", "xyz"]'))
           with ordinality as listed (ending, position)
  union all
  select 100 + position,
         jsonb_build_object('ending', ending, 'price', null, 'renewal', null, 'years', 1, 'needs', '', 'searched', false,
                            'shown', true)
    from before, unnest(array['co.tz', 'tz', 'co.ke', 'africa']) with ordinality as local (ending, position)
   where not coalesce(endings ? ending, false)
)
insert into settings (key, value)
select 'catalogue.domains', jsonb_agg(row order by position)
  from rows
having exists (select from before where coalesce(endings, price, renewals) is not null);
