-- What the shop has sold, less what was taken back: the one source of the revenue. An invoice of an order has several
-- products, and counts as an order.
create view public.sales with (security_invoker = true) as
  select e.at, e.currency, coalesce(c.kind, 'order') as kind,
         case when e.account = 'sales' then e.amount else 0 end as net,
         case when e.account = 'vat' then e.amount else 0 end as vat
    from public.ledger_entries e
    join public.ledger_postings p on p.id = e.posting_id
    left join public.charges c on p.source_kind = 'charge' and c.id = p.source_id
   where e.account in ('sales', 'vat');
grant select on public.sales to {{admin}}, {{service}};
create index ledger_sales on public.ledger_entries (at) include (posting_id, account, currency, amount)
  where account in ('sales', 'vat');
