import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Amount, Now } from '../../../server/database/tables.ts'
import type { Answers } from '../../catalogue/questions.ts'
import type { DriverName } from '../drivers.ts'
import type { FulfilmentKind, FulfilmentReason, FulfilmentState } from '../states.ts'
import type { Contact, Info } from './drivers/driver.ts'

/** The part of a contact that holders may lack. */
export type Address = Pick<Contact, 'address' | 'city' | 'state' | 'postcode'>

export interface RegistrarAccounts {
  id: string
  driver: DriverName
  name: string
  base_url: string | null
  username: string | null
  sealed: Buffer | null
  currency: string
  endings: string[]
  /** Those whose renewals are sent before they are paid (readings 45). */
  renew_unpaid: Generated<string[]>
  nameservers: string[]
  contact: JSONColumnType<Address> | null
  low_balance: Amount | null
  /** Since when the balance does not suffice, and since when the registrar does not answer as it should. */
  low_since: Date | null
  failing_since: Date | null
  /** Since when its names differ from those of the shop. */
  differs_since: Date | null
  /** When the next page of its list of names is to be read, and which. Null where none is. */
  list_due_at: Date | null
  list_cursor: string | null
  list_pages: Generated<number>
  balance: Amount | null
  balance_at: Date | null
  answered_at: Date | null
  failed_at: Date | null
  failure: string | null
  /** When its prices were read, and when and why they last could not be. */
  prices_at: Date | null
  prices_failed_at: Date | null
  prices_failure: string | null
  /** Since when a price of the shop is below cost, because the registrar's has changed. */
  below_cost_since: Date | null
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

/** What an ending costs at a registrar: amounts of one year. Null: not offered, or not told. */
export interface RegistrarPrices {
  account_id: string
  ending: string
  currency: string
  register: Amount | null
  renew: Amount | null
  transfer: Amount | null
  years: number[]
  grace_days: number | null
  grace_fee: Amount | null
  redemption_days: number | null
  redemption_fee: Amount | null
}

/** What was paid in to an account at a registrar. */
export interface RegistrarTopUps {
  id: string
  account_id: string
  /** What the registrar has credited. */
  amount: Amount
  currency: string
  /** What was paid for it. */
  paid: Amount
  paid_currency: string
  /** Null: the balance was there before. */
  method: string | null
  paid_on: string
  note: string | null
  created_by: string | null
  created_at: Now
  undone_at: Date | null
  undone_by: string | null
}

/** What a registrar's record says of a name that is registered there. */
export type NameRecord = Extract<Info, { state: 'ours' }>

/** What is asked for. */
export interface FulfilmentInput {
  /** Of a registration or a renewal. */
  years?: number
  nameservers?: string[]
  /** Of a change: whether the name is to be locked, and its holder to be hidden. */
  locked?: boolean
  private?: boolean
  /** Of a renewal: until when the shop's term ran before it. A date at the registry far beyond it was renewed already. */
  renewed_from?: string
  /** A person has accepted what it costs to bring the name back from redemption. */
  restores?: true
  /** What it may cost at most, as a decimal amount. Nothing is bought that costs more. */
  most?: { amount: number; currency: string }
}

export interface Fulfilments {
  id: string
  source_kind: string
  source: string
  kind: FulfilmentKind
  term: string
  driver: DriverName
  account_id: string
  user_id: string
  target: string
  input: JSONColumnType<FulfilmentInput>
  /**
   * Until when the name was registered before the order, and what the registry said after it. `failed`: a hash of what
   * the record said before the order of an earlier one that had failed. `missing`: the account did not have the name when
   * it was first ordered, so that it is there by this order.
   */
  expect: JSONColumnType<{
    expires_at?: string
    registered_until?: string
    failed?: string
    missing?: true
  }>
  state: FulfilmentState
  reason: FulfilmentReason | null
  answer: string | null
  attempts: Generated<number>
  due_at: Now
  sent_at: Date | null
  /** Since when the provider has accepted the order: it is not sent again by itself. */
  accepted_at: Date | null
  external_ref: string | null
  cost: Amount | null
  currency: string | null
  decided_at: Date | null
  decided_by: string | null
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

export type Fulfilment = Selectable<Fulfilments>

export interface FulfilmentCalls {
  id: Generated<number>
  account_id: string
  fulfilment_id: string | null
  action: string
  target: string | null
  at: Now
  took_ms: number
  outcome: string
}

export interface RegistrarNames {
  id: string
  account_id: string
  name: string
  /** Null until it was read. */
  state: Info['state'] | null
  expires_at: Date | null
  nameservers: Generated<string[]>
  /** The customer whose e-mail address the registrar has as the holder's. */
  holder_id: string | null
  read_at: Date | null
  /** When it is to be read. Null once it was. */
  due_at: Date | null
  /** The difference that a person lets stand. */
  accepted: string | null
  created_at: Now
}

/** The code with which a customer moves a name here. */
export interface TransferCodes {
  request_id: string
  user_id: string
  sealed: Buffer
  set_at: Date
}

/** What a customer has answered to the questions of an ending, for a name. */
export interface HolderDetails {
  user_id: string
  name: string
  answers: JSONColumnType<Answers>
  set_at: Date
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    holder_details: HolderDetails
    transfer_codes: TransferCodes
    registrar_accounts: RegistrarAccounts
    registrar_prices: RegistrarPrices
    registrar_top_ups: RegistrarTopUps
    fulfilments: Fulfilments
    fulfilment_calls: FulfilmentCalls
    registrar_names: RegistrarNames
  }
}
