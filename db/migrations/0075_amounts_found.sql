-- The search of admins finds what is due and what was invoiced by its amount.
create index charges_amount on public.charges (amount);
create index invoices_amount on public.invoices (amount);
