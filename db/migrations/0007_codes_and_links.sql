-- A link can continue a log-in that a program has begun (PKCE, RFC 7636), and of the two proofs of a changed e-mail
-- address the first is remembered until the second comes.

alter table auth.one_time_tokens
  add column flow_id uuid references auth.flow_states on delete set null,
  add column proved_at timestamptz(3);
create index one_time_by_flow on auth.one_time_tokens (flow_id);
-- Somebody who types a code names the address that it was sent to.
create index one_time_by_address on auth.one_time_tokens (relates_to);
