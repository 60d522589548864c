import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely'

/** A column that the database fills with its own clock. */
type Now = ColumnType<Date, Date | undefined, Date>
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>
type Text = ColumnType<string | null, string | null | undefined, string | null>
type Bytes = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
type Flag = Generated<boolean>

export type Metadata = Record<string, unknown>

export interface Users {
  id: string
  aud: Generated<string>
  email: Text
  phone: Text
  password_hash: Text
  email_confirmed_at: Moment
  phone_confirmed_at: Moment
  invited_at: Moment
  confirmation_sent_at: Moment
  recovery_sent_at: Moment
  reauthentication_sent_at: Moment
  new_email: Text
  email_change_sent_at: Moment
  new_phone: Text
  phone_change_sent_at: Moment
  last_sign_in_at: Moment
  app_metadata: JSONColumnType<Metadata>
  user_metadata: JSONColumnType<Metadata>
  is_sso: Flag
  email_unseen: Flag
  phone_unseen: Flag
  made_by_admin: Flag
  password_doubted: Flag
  banned_until: Moment
  deleted_at: Moment
  created_at: Now
  updated_at: Now
}

export interface Identities {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: JSONColumnType<Metadata>
  email: Text
  last_sign_in_at: Moment
  created_at: Now
  updated_at: Now
}

export interface Factors {
  id: string
  user_id: string
  factor_type: string
  status: Generated<string>
  friendly_name: Text
  phone: Text
  secret: Bytes
  /** The key that sealed the secret; null for one derived from the signing key. */
  sealed_by: Text
  last_step: ColumnType<number | null, number | null | undefined, number | null>
  misses: Generated<number>
  locked_until: Moment
  last_challenged_at: Moment
  created_at: Now
  updated_at: Now
}

export interface Challenges {
  id: string
  factor_id: string
  ip: Text
  code_hash: Bytes
  used_at: Moment
  created_at: Now
}

export interface RecoveryCodes {
  factor_id: string
  code_mac: Buffer
  used_at: Moment
}

/** One method by which the person of a session was authenticated. */
export interface Proof {
  method: string
  /** Seconds since 1970. */
  timestamp: number
  provider?: string
}

export interface Sessions {
  id: string
  user_id: string
  aal: Generated<string>
  factor_id: Text
  amr: JSONColumnType<Proof[]>
  user_agent: Text
  ip: Text
  created_at: Now
  refreshed_at: Now
  not_after: Moment
}

export interface RefreshTokens {
  hash: Buffer
  session_id: string
  parent: Bytes
  superseded_by: Bytes
  superseded_at: Moment
  successor: Bytes
  revoked_at: Moment
  created_at: Now
}

export interface OneTimeTokens {
  id: string
  user_id: string
  type: string
  relates_to: string
  code_mac: Bytes
  link_hash: Bytes
  misses: Generated<number>
  asks: Generated<number>
  flow_id: Text
  proved_at: Moment
  expires_at: Date
  created_at: Now
}

export interface SignupTries {
  address: string
  password_hash: string
  expires_at: Date
}

export interface FlowStates {
  id: string
  user_id: Text
  auth_code_hash: Bytes
  code_challenge: Text
  method: string
  provider: Text
  data: JSONColumnType<Metadata>
  used_at: Moment
  code_issued_at: Moment
  created_at: Now
}

export interface SigningKeys {
  kid: string
  slot: string
  jwk: JSONColumnType<Record<string, unknown>>
  signs_from: ColumnType<Date, Date | undefined, Date>
  verifies_until: ColumnType<Date, Date | undefined, Date>
  created_at: Now
}

export interface SealingKeys {
  slot: string
  secret: Buffer
  created_at: Now
}

export interface ServiceKeys {
  id: string
  expires_at: Date
  revoked_at: Moment
  created_at: Now
}

export interface SmsDays {
  /** In UTC. */
  day: string
  sent: Generated<number>
  full_at: Moment
  refused_countries: Generated<string[]>
}

export interface SetupLinks {
  slot: Generated<boolean>
  token_hash: Buffer
  expires_at: Date
}

export interface Tries {
  /** SHA-256 of the limit and its key. */
  key: Buffer
  count: number
  ends_at: Date
}

export interface KnownPlaces {
  /** SHA-256 of an account with a client address or a device. */
  key: Buffer
  seen_at: Now
}

/** The tables of the auth server, as `schema.sql` makes them. A host's own tables extend this interface. */
export interface AuthTables {
  'auth.users': Users
  'auth.identities': Identities
  'auth.factors': Factors
  'auth.challenges': Challenges
  'auth.recovery_codes': RecoveryCodes
  'auth.sessions': Sessions
  'auth.refresh_tokens': RefreshTokens
  'auth.one_time_tokens': OneTimeTokens
  'auth.flow_states': FlowStates
  'auth.signup_tries': SignupTries
  'auth.signing_keys': SigningKeys
  'auth.sealing_keys': SealingKeys
  'auth.service_keys': ServiceKeys
  'auth.setup_links': SetupLinks
  'auth.tries': Tries
  'auth.known_places': KnownPlaces
  sms_days: SmsDays
}

/**
 * A running transaction of the host's, with the rights of the service role. A host whose tables extend `AuthTables` passes
 * its own as it is, and gets the same back in the functions of `AuthApplication`: both sides commit together.
 */
export interface Transaction {
  db: Kysely<AuthTables>
  /** Who acts: an admin of the host, a service key, or the auth server itself. */
  caller: { person: string } | 'key' | 'service'
}

/** The database, as the host opens it. */
export interface Database {
  /** Runs a read-only transaction of the service role. */
  read<T>(caller: 'service', work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs a transaction of the service role, again after a deadlock or a `ConcurrentChange`. It resolves once the commit is
   * durable.
   */
  write<T>(caller: 'service', work: (tx: Transaction) => Promise<T>): Promise<T>
}
