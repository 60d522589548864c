-- The hosting plans of the shop as a list, in `catalogue.plans`. Before, the setting held the prices of the three plans by
-- their id, and the rest was fixed.
with fixed (position, plan) as (
  values
    (1, '{"id": "basic", "name": "Basic", "monthlyPrice": 5.99, "yearlyPrice": 59.99, "disk": "50 GB", "bandwidth": "500 GB",
          "features": ["websites-1", "free-ssl", "support-24-7"], "recommended": false}'::jsonb),
    (2, '{"id": "business", "name": "Business", "monthlyPrice": 12.99, "yearlyPrice": 129.99, "disk": "150 GB",
          "bandwidth": "unlimited", "features": ["websites-10", "free-ssl-and-backup", "support-priority"],
          "recommended": true}'),
    (3, '{"id": "enterprise", "name": "Enterprise", "monthlyPrice": 29.99, "yearlyPrice": 299.99, "disk": "500 GB",
          "bandwidth": "unlimited", "features": ["websites-unlimited", "free-ssl-and-backup", "support-dedicated"],
          "recommended": false}')
)
update settings
   set value = (select jsonb_agg(plan || coalesce(value -> (plan ->> 'id'), '{}') order by position) from fixed)
 where key = 'catalogue.plans' and jsonb_typeof(value) = 'object';
