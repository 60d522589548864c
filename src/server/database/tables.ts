import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuthTables } from '@kikoa/auth'
import { decimalTextOf, type Money, moneyFromDecimal } from '../../shared/money/money.ts'

/** A column that the database fills with its own clock. */
export type Now = ColumnType<Date, Date | undefined, Date>
/** numeric(15,3) as the driver returns it. The program counts amounts in the smallest unit (`money.ts`). */
export type Amount = ColumnType<string, string | number, string | number>

export interface Events {
  id: Generated<number>
  at: Now
  user_id: string | null
  type: string
  topics: string[]
  entity_id: string | null
  data: JSONColumnType<Record<string, unknown>>
  for_admins: Generated<boolean>
}

export interface AuditLog {
  id: string
  at: Now
  actor_id: string | null
  actor_role: string
  action: string
  entity: string
  entity_id: string | null
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  /** Its position in the chain, once it has been sealed. */
  seq: number | null
  before_salt: Buffer | null
  before_digest: Buffer | null
  after_salt: Buffer | null
  after_digest: Buffer | null
  hash: Buffer | null
  erased_by: string | null
}

export interface IdempotencyKeys {
  actor: string
  endpoint: string
  key: string
  body_hash: Buffer
  answer: JSONColumnType<object> | null
  created_at: Now
}

export interface Settings {
  key: string
  value: JSONColumnType<object>
  version: Generated<number>
  updated_at: Now
  updated_by: string | null
}

/**
 * All tables by name. A feature adds its own to this interface, in its `server/tables.ts`. Those of the auth server are
 * declared by its package, so that it takes the program's transactions as its own.
 */
export interface Tables extends AuthTables {
  events: Events
  audit_log: AuditLog
  idempotency_keys: IdempotencyKeys
  settings: Settings
}

/**
 * Converts a numeric(15,3) column to money.
 * @param value as the driver returns it, or as a number in JSON
 * @param currency the column beside it; null only where the value is, in a left join
 */
export function moneyFromColumn(value: string | number, currency: string): Money
export function moneyFromColumn(value: string | number | null, currency: string | null): Money | null
export function moneyFromColumn(value: string | number | null, currency: string | null): Money | null {
  return value === null || currency === null ? null : moneyFromDecimal(value, currency)
}

/** Money as text for a numeric(15,3) column. */
export function columnFromMoney(money: Money): string
export function columnFromMoney(money: Money | null): string | null
export function columnFromMoney(money: Money | null): string | null {
  return money && decimalTextOf(money)
}
