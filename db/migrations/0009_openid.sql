-- Flows that leave the product end with a code, and the code lives by the clock of its making: a mail may lie for an
-- hour before it is read, and the five minutes begin when it is.

alter table auth.flow_states add column code_issued_at timestamptz(3);
create index flow_states_age on auth.flow_states (created_at);
