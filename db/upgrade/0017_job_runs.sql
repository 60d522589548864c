-- When each scheduled job last ended well, and when and why it last failed. The operator's console and the metrics show
-- both; a job whose last run failed has `failed_at` after `succeeded_at`.
alter table jobs
  add column succeeded_at timestamptz(3),
  add column failed_at timestamptz(3),
  add column error text;
