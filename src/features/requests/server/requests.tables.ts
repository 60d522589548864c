import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import { keysOf } from '../../../shared/pick.ts'
import type { Amount, Now } from '../../../server/database/tables.ts'
import type { NameRecord } from '../../fulfilment/server/fulfilment.tables.ts'
import type { Facts } from '../../products/facts.ts'
import type { Stage } from '../../products/life-cycle.ts'

export interface Requests {
  id: string
  user_id: string
  kind: string
  subject: string
  status: string
  stage: Stage
  price: Amount | null
  /** Of the price. A request keeps it. */
  currency: string
  admin_feedback: string | null
  suggestions: string[] | null
  details: JSONColumnType<Record<string, unknown>>
  /** The database keeps it equal to what the claims and the charge say. */
  payment_confirmed: GeneratedAlways<boolean>
  claim_rejection: string | null
  renews: string | null
  open_key: string | null
  /** A request with which an owner tries the shop. No money counts for it. */
  is_test: Generated<boolean>
  /** Its service is being registered or set up. The status changes once that is done. */
  in_delivery: Generated<boolean>
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

/**
 * The uses of each column of a request. A `shown` column is in the customer's list. An `audited` column is also in the
 * audit log of every change.
 */
const requestColumnUses = {
  id: 'shown',
  user_id: 'shown',
  kind: 'internal',
  subject: 'shown',
  status: 'audited',
  stage: 'internal',
  price: 'audited',
  currency: 'audited',
  admin_feedback: 'audited',
  suggestions: 'audited',
  details: 'audited',
  payment_confirmed: 'audited',
  claim_rejection: 'shown',
  renews: 'shown',
  open_key: 'internal',
  is_test: 'internal',
  in_delivery: 'shown',
  version: 'audited',
  created_at: 'shown',
  updated_at: 'shown',
} as const satisfies Record<keyof Requests, 'internal' | 'shown' | 'audited'>

type ColumnUses = typeof requestColumnUses
type ColumnsFor<Use> = {
  [Column in keyof ColumnUses]: ColumnUses[Column] extends Use ? Column : never
}[keyof ColumnUses]

const columnsFor = <Use extends ColumnUses[keyof ColumnUses]>(...uses: Use[]) =>
  keysOf(requestColumnUses).filter((column) =>
    (uses as string[]).includes(requestColumnUses[column]),
  ) as ColumnsFor<Use>[]

const ofRequests = <Column extends string>(columns: Column[]) =>
  columns.map((column) => `requests.${column}` as const)

/** All columns of a request, except those that only a search reads. */
export const requestColumns = ofRequests(keysOf(requestColumnUses))
/** The columns that a customer's own list shows. */
export const shownColumns = ofRequests(columnsFor('shown', 'audited'))
/** The columns whose change the audit log stores. */
export const auditedColumns = columnsFor('audited')
export type ShownColumn = ColumnsFor<'shown' | 'audited'>

/** What a registrar's record last said of a name. */
export interface Registry {
  nameservers?: string[]
  is_locked?: boolean
  is_private?: boolean
  status?: NameRecord['status']
  /** When it was read, as ISO 8601. */
  read_at?: string
  /** When its holder was last shown the transfer code, as ISO 8601. */
  code_shown_at?: string
}

export interface Records {
  id: string
  user_id: string
  request_id: string | null
  order_line_id: string | null
  kind: string
  name: string
  exclusive: boolean
  details: JSONColumnType<Record<string, unknown>>
  /** The facts that the customer reads. */
  facts: ColumnType<Facts, string | undefined, string>
  status: Generated<string>
  started_at: Date
  expires_at: Date | null
  /** The day of the month on which its periods end, 1 to 31. The database keeps it where a change does not name it. */
  anchor_day: ColumnType<number | null, number | undefined, number>
  released_at: Date | null
  /** Until when the registry says that it is registered. Null where no registrar was asked. */
  registered_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  registry: ColumnType<Registry, string | undefined, string>
  /** Whether the customer has asked for renewals by themselves (readings 46). */
  auto_renew: Generated<boolean>
  version: Generated<number>
  created_at: Now
}

/** What the customer of a service is shown once. */
export interface ServiceSecrets {
  id: string
  service_id: string
  user_id: string
  name: string
  /** Null once it was shown. */
  sealed: Buffer | null
  set_at: Date
  shown_at: Date | null
}

export interface Renewals {
  id: string
  service_id: string
  user_id: string
  request_id: string | null
  order_line_id: string | null
  service_version: number
  expired_at: Date | null
  expires_at: Date
  created_at: Now
  done_at: Date | null
  done_by: string | null
  /** A registrar carries it out. */
  in_delivery: Generated<boolean>
}

/** How long a request waited for its first answer, and until it was active. Null: by the program. */
export interface AnswerTimes {
  request_id: string
  kind: string
  arrived_at: Date
  answered_at: Date
  answered_by: string | null
  activated_at: Date | null
  activated_by: string | null
  answer_seconds: GeneratedAlways<number>
  activation_seconds: GeneratedAlways<number | null>
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    requests: Requests
    services: Records
    service_secrets: ServiceSecrets
    renewals: Renewals
    answer_times: AnswerTimes
  }
}
