-- A message that a customer pasted in place of a receipt number, which was read out of it. Admins see it beside the claim. It is
-- erased with the account.
alter table public.claims add column receipt_text text check (length(receipt_text) <= 2000);
