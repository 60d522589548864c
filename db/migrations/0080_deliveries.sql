-- Names of orders that are being registered at a registrar, and accounts that need somebody.

alter table public.order_lines add column in_delivery boolean not null default false;
-- Nothing of the order waits for the staff: all that is open of it is being registered.
alter table public.orders add column in_delivery boolean not null default false;

-- Since when the balance of an account does not suffice, and since when its registrar does not answer as it should. The
-- staff is called once for each time.
alter table public.registrar_accounts add column low_since timestamptz(3), add column failing_since timestamptz(3);
grant select (low_since, failing_since) on public.registrar_accounts to {{admin}};

-- What the registrar's record last said of a name: its nameservers, its lock, its privacy, and when it was read.
alter table public.services add column registry jsonb not null default '{}';

-- What a name costs the shop is booked once it is registered or renewed: the balance at the registrar falls by it.
alter table public.ledger_postings drop constraint ledger_postings_act_check,
  add constraint ledger_postings_act_check
    check (act in ('receipt', 'sale', 'credit-note', 'refund', 'reversal', 'opening', 'cost'));
-- And `cost` of names, and `registrar:` with the id of the account.
alter table public.ledger_entries drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check
    check (account ~ '^(customer|sales|vat|exchange|cash:.+|cost|registrar:.+)$');
