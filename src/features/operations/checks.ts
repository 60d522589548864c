/** What is checked of an installation, in the order of the console and of `npm run doctor`. */
export const checkNames = [
  'database',
  'disk',
  'memory',
  'jobs',
  'mail',
  'registries',
  'backup',
  'audit',
  'ledger',
  'keys',
  'certificate',
  'version',
] as const
export type CheckName = (typeof checkNames)[number]

/** `off`: there is nothing to check, for example no certificate of an address without HTTPS. */
export const checkStates = ['good', 'warning', 'problem', 'off'] as const
export type CheckState = (typeof checkStates)[number]

export const factNames = [
  'postgresql',
  'database_size',
  'connections',
  'free_space',
  'process_memory',
  'free_memory',
  'failing_jobs',
  'last_job',
  'mails_waiting',
  'oldest_mail',
  'mails_failed',
  'mail_way',
  'unproven_registries',
  'last_backup',
  'backup_location',
  'audit_verified',
  'ledger_verified',
  'signing_key_since',
  'certificate_until',
  'kikoa',
  'node',
] as const
export type FactName = (typeof factNames)[number]

export const factUnits = ['text', 'bytes', 'count', 'seconds', 'time'] as const
export type FactUnit = (typeof factUnits)[number]

/** What can be wrong. The screens and the doctor have a sentence for each, with what to do. */
export const problems = [
  'unreachable',
  'connections_used',
  'disk_low',
  'disk_full',
  'memory_low',
  'job_failed',
  'job_late',
  'mail_late',
  'mails_failed',
  'mail_to_files',
  'registry_unproven',
  'backup_late',
  'backup_unsealed',
  'backup_none',
  'audit_broken',
  'audit_unverified',
  'ledger_broken',
  'ledger_unverified',
  'certificate_invalid',
  'certificate_ends',
] as const
export type Problem = (typeof problems)[number]

export interface Fact {
  name: FactName
  unit: FactUnit
  value: string | number | null
}

/** The result of one check. */
export interface Check {
  name: CheckName
  state: CheckState
  problem: Problem | null
  facts: Fact[]
}
