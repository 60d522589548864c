import type { Money } from '../../../../shared/money/money.ts'
import type { Capability, DriverName } from '../../drivers.ts'
import type { ProviderCall } from './provider-call.ts'

/** Why a provider does something later, and not now. It is no refusal. */
export type LaterReason =
  /** Too many calls. */
  | 'limit'
  /** The account has too little money. */
  | 'balance'
  | 'maintenance'
  /** The key, the user name or the address of this server is not accepted. */
  | 'credentials'
  /** The connection never came about, so that nothing was sent. */
  | 'unreachable'

/** Why a provider will never do what was asked. `other` has the provider's words alone. */
export type RefusalReason =
  | 'taken'
  | 'premium'
  | 'not-offered'
  | 'contact'
  | 'nameservers'
  | 'auth-code'
  | 'locked'
  /** It was registered or moved too short a time ago. */
  | 'too-new'
  /** The registrar that has the name does not let it go. */
  | 'objected'
  | 'not-ours'
  | 'other'

/** What a provider did of what it was told. `words` are the provider's own, without secrets, of one line. */
export type Outcome =
  /** It is done. `expires_at` where the answer says it. */
  | { state: 'done'; expires_at?: Date; ref?: string; cost?: Money }
  /** It was accepted, and is done later. `info` says when. */
  | { state: 'ordered'; ref?: string; cost?: Money; words?: string }
  /** It was not done, and never will be. */
  | { state: 'refused'; reason: RefusalReason; words: string }
  /** It was certainly not done, and may be asked for again. `after` where the provider says when. */
  | { state: 'later'; reason: LaterReason; words: string; after?: Date }
  /** It may have been done or not: no answer, a broken one, or one that nobody understands. */
  | { state: 'unknown'; words: string }

/** What a provider's record says of a name. */
export type Info =
  | {
      state: 'ours'
      /** The registry's date. Null where the answer has none. */
      expires_at: Date | null
      status: 'active' | 'expired' | 'grace' | 'redemption' | 'suspended' | 'pending-transfer' | 'other'
      /** Undefined where the answer does not say it. */
      nameservers?: string[]
      is_locked?: boolean
      is_private?: boolean
      /** A change of the holder waits for a confirmation. */
      is_contact_pending?: boolean
      /** The e-mail address of the holder. */
      holder_email?: string
    }
  /** An order for it waits at the provider. */
  | { state: 'pending' }
  /** The account had it, and it was moved to another provider. */
  | { state: 'elsewhere' }
  /** The account has no such name, and no order for it. */
  | { state: 'absent' }
  /** No answer, a broken one, or one about another name. */
  | { state: 'unclear'; words: string }

/** What a provider's record says of a name that is moved to the account. */
export type TransferInfo = Info | { state: 'failed'; reason: RefusalReason; words: string }

export interface Contact {
  first_name: string
  last_name: string
  company: string | null
  email: string
  /** E.164, such as `+255700000100`. */
  phone: string
  address: string
  city: string
  state: string
  postcode: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface RegisterOrder {
  /** In ASCII and lower case. */
  name: string
  years: number
  holder: Contact
  /** Two to five host names. */
  nameservers: string[]
  is_private: boolean
  /** What the ending asks besides, by the names under which the provider takes it. Personal: it is in no log. */
  extra: Record<string, string>
}

export interface TransferOrder extends Omit<RegisterOrder, 'years'> {
  /** A secret: it is in no log and in no words of an outcome. */
  code: string
}

/** The availability of a name at the provider. `price` of a first year, where the answer has it. */
export interface Checked {
  name: string
  state: 'available' | 'taken' | 'unclear'
  price?: Money
  is_premium?: boolean
}

/** What an ending costs at the provider. Null for what is not offered. */
export interface EndingPrice {
  ending: string
  currency: string
  /** Decimal amounts of one year. */
  register: number | null
  renew: number | null
  transfer: number | null
  restore: number | null
  /** The numbers of years for which it is registered and renewed. */
  years: number[]
  grace_days: number | null
  grace_fee: number | null
  redemption_days: number | null
}

/** A reading call that brought nothing. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  readonly reason: LaterReason | 'refused' | 'unclear'

  /** @param words the provider's own, without secrets, or what went wrong */
  constructor(reason: ProviderFailed['reason'], words: string) {
    super(words)
    this.reason = reason
  }
}

/** The account at a provider, with its opened secrets. */
export interface DriverAccount {
  base_url: string
  username: string | null
  key: string
  /** The currency of its prices and its balance. */
  currency: string
}

/**
 * A registrar. What changes something gives an `Outcome` and never throws for what the provider or the network does; no
 * method repeats a call that may have been done. What reads throws `ProviderFailed`, but `info` and `transferInfo`, which
 * give `unclear`.
 */
export interface RegistrarDriver {
  capabilities(ending: string): ReadonlySet<Capability>
  check(names: readonly string[]): Promise<Checked[]>
  /** @param endings those that are wanted, where not all are. A provider may tell more. */
  prices(endings?: readonly string[]): Promise<EndingPrice[]>
  balance(): Promise<Money>
  info(name: string): Promise<Info>
  /** The names of the account, page by page. Null at the end. Not there where the provider has no such list. */
  list?(
    cursor: string | null,
  ): Promise<{ items: { name: string; expires_at: Date | null }[]; next: string | null }>
  register(order: RegisterOrder): Promise<Outcome>
  /** @param expected the date until which the name is registered now */
  renew(name: string, years: number, expected: Date): Promise<Outcome>
  transferIn(order: TransferOrder): Promise<Outcome>
  /**
   * As `info`, and whether moving the name to the account has failed.
   * @param code what no words may have
   */
  transferInfo(name: string, code?: string): Promise<TransferInfo>
  setNameservers(name: string, nameservers: readonly string[]): Promise<Outcome>
  setContacts(name: string, holder: Contact): Promise<Outcome>
  setLock(name: string, isLocked: boolean): Promise<Outcome>
  setPrivacy(name: string, isPrivate: boolean): Promise<Outcome>
  /** The code with which a name is moved to another provider. A secret: it is in no log. */
  authCode(name: string): Promise<{ state: 'done'; code: string } | Exclude<Outcome, { state: 'done' }>>
}

/** How a driver is made and used. */
export interface DriverKind {
  name: DriverName
  /** How long an accepted order may stay invisible in the provider's own record. */
  settleMs: number
  /** How many calls the provider answers. */
  limits: { aMinute: number; aDay: number }
  open(account: DriverAccount, call: ProviderCall): RegistrarDriver
}
