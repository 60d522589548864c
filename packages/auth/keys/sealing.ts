import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Transaction } from '../tables.ts'
import { seal, StartError, unseal } from '@kikoa/postgres'
import { writeOnce } from './key-store.ts'
import type { KeyLocation } from './key-set.ts'

/** The purpose for second factors' secrets. */
export const FACTOR_SECRETS = 'factor secrets'
/** The purpose for digests of recovery codes, before each person had a key for them. */
export const RECOVERY_CODES = 'recovery codes'

type Derive = (purpose: string) => Buffer

/** The key that seals secrets in the database. It does not change when signing keys rotate. */
interface SealingKey {
  id: string
  derive: Derive
}

/**
 * Seals bytes of the host's again that an older key has sealed, with the purpose and the owner that they were sealed with.
 * @returns undefined if they are sealed with the current key, or if no available key opens them.
 */
export type SealAgain = (sealed: Buffer, purpose: string, boundTo: string) => Buffer | undefined

/** The database whose factors are sealed, and its host, which may have sealed values in tables of its own. */
export interface Sealed {
  database: Database
  /** Replaces the host's sealed values by what `again` gives for them, in the transaction of `openSealing`. */
  reseal(tx: Transaction, again: SealAgain): Promise<void>
  /** The command by which an operator removes the factors that no key opens (`closedFactors`). */
  resetCommand: string
}

const LEAST_BYTES = 32
/** The slot of the one key in the database: the first insert wins for all nodes. */
const FIRST = 'first'
/** An advisory lock: nodes that start together must not seal the same rows. */
const TURN = 4_112_002

/**
 * Opens the sealing key: from the operator's file, else from the data folder if the database is embedded,
 * else from the database. If there is none, it makes one. Secrets that an older key has sealed are sealed
 * again, on one node at a time.
 * @param fromSigningKey derives as the first version did; undefined if the signing key is new.
 * @throws StartError if a second factor is sealed with a missing key.
 */
export async function openSealing(
  config: KeyLocation,
  on: Sealed | undefined,
  fromSigningKey: Derive | undefined,
): Promise<SealingKey> {
  if (!on) return (await readKeys(config, undefined))[0] ?? makeKey(config, undefined)
  return on.database.write('service', async (tx) => {
    await sql`select pg_advisory_xact_lock(${TURN})`.execute(tx.db)
    const known = await readKeys(config, tx)
    const factors = await factorsOfOtherKeys(tx, known[0])
    const opened = factors.map((factor) => ({ ...factor, open: openFactor(factor, known, fromSigningKey) }))
    const closed = opened.filter(({ open }) => !open)
    if (closed.length) throw missing(config, closed, on.resetCommand)
    const key = known[0] ?? (await makeKey(config, tx))
    for (const { id, open } of opened)
      await tx.db
        .updateTable('auth.factors')
        .set({ secret: seal(open!, key.derive(FACTOR_SECRETS), id), sealed_by: key.id })
        .where('id', '=', id)
        .execute()
    await on.reseal(tx, sealAgain(key, [...known.slice(1).map(({ derive }) => derive), fromSigningKey]))
    return key
  })
}

/** The second factors whose secrets none of the available keys opens. */
export async function closedFactors(
  tx: Transaction,
  config: KeyLocation,
  fromSigningKey: Derive | undefined,
) {
  const known = await readKeys(config, tx)
  const factors = await factorsOfOtherKeys(tx, known[0])
  return factors.filter((factor) => !openFactor(factor, known, fromSigningKey))
}

/** How many second factors have a secret, and how many of these no available key opens. */
export async function countFactors(tx: Transaction, config: KeyLocation, fromSigningKey: Derive | undefined) {
  const known = await readKeys(config, tx)
  const factors = await tx.db
    .selectFrom('auth.factors')
    .select(['id', 'secret', 'sealed_by'])
    .where('secret', 'is not', null)
    .execute()
  return {
    sealed: factors.length,
    closed: factors.filter((factor) => !openFactor(factor, known, fromSigningKey)).length,
  }
}

interface SealedFactor {
  id: string
  secret: Buffer | null
  sealed_by: string | null
}

/** Second factors whose secret another key has sealed, locked. The first recovery codes had no secret. */
const factorsOfOtherKeys = ({ db }: Transaction, key: SealingKey | undefined) =>
  db
    .selectFrom('auth.factors')
    .select(['id', 'user_id', 'secret', 'sealed_by'])
    .where((eb) => eb.or([eb('secret', 'is not', null), eb('factor_type', '=', 'recovery_code')]))
    .where('sealed_by', 'is distinct from', key?.id ?? '')
    .orderBy('id')
    .forUpdate()
    .execute()

function openFactor({ id, secret, sealed_by }: SealedFactor, known: SealingKey[], fromSigningKey?: Derive) {
  const derive = sealed_by === null ? fromSigningKey : known.find((key) => key.id === sealed_by)?.derive
  if (!derive) return undefined
  return secret ? opened(secret, derive(FACTOR_SECRETS), id) : derive(RECOVERY_CODES)
}

const sealAgain =
  (key: SealingKey, older: (Derive | undefined)[]): SealAgain =>
  (sealed, purpose, boundTo) => {
    if (opened(sealed, key.derive(purpose), boundTo)) return undefined
    const bytes = older
      .map((derive) => derive && opened(sealed, derive(purpose), boundTo))
      .find((found) => found !== undefined)
    return bytes && seal(bytes, key.derive(purpose), boundTo)
  }

function opened(sealed: Buffer, key: Buffer, id: string): Buffer | undefined {
  try {
    return unseal(sealed, key, id)
  } catch {
    return undefined
  }
}

/** The available keys. The first one seals, all of them open. */
async function readKeys(config: KeyLocation, tx: Transaction | undefined): Promise<SealingKey[]> {
  const inDatabase = tx && (() => tx.db.selectFrom('auth.sealing_keys').select('secret').execute())
  return (await readSealingSecrets(config, inDatabase)).map(sealingKeyOf)
}

/** The secrets of the available keys, in the order of `readKeys`. */
export async function readSealingSecrets(
  config: KeyLocation,
  inDatabase: (() => Promise<{ secret: Buffer }[]>) | undefined,
): Promise<Buffer[]> {
  const stored =
    config.DATABASE_URL && inDatabase
      ? (await inDatabase()).map(({ secret }) => secret)
      : await keyInFile(pathIn(config)).catch(unlessThere)
  const own = config.AUTH_SEALING_KEY ? await keyInFile(config.AUTH_SEALING_KEY).catch(unusable(config)) : []
  return [...own, ...stored]
}

/** Writes the key of a backup to the data folder. */
export const writeSealingSecret = (config: KeyLocation, secret: Buffer) =>
  writeOnce(pathIn(config), `${secret.toString('base64')}\n`)

async function makeKey(config: KeyLocation, tx: Transaction | undefined): Promise<SealingKey> {
  const secret = randomBytes(LEAST_BYTES)
  if (config.DATABASE_URL && tx)
    await tx.db.insertInto('auth.sealing_keys').values({ slot: FIRST, secret }).execute()
  else await writeSealingSecret(config, secret)
  return (await readKeys(config, tx))[0]!
}

const pathIn = ({ DATA_DIR }: KeyLocation) => join(DATA_DIR, 'sealing.key')

async function keyInFile(file: string): Promise<Buffer[]> {
  const text = (await readFile(file, 'utf8')).trim()
  const secret = Buffer.from(text, 'base64')
  if (!/^[\w+/-]+=*$/.test(text) || secret.length < LEAST_BYTES)
    throw new StartError(`${file} holds no key: it must be at least ${LEAST_BYTES} random bytes in base64.`)
  return [secret]
}

function unlessThere(error: unknown): Buffer[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}

const unusable = (config: KeyLocation) => (error: Error) => {
  throw new StartError(
    `AUTH_SEALING_KEY names no usable file (${config.AUTH_SEALING_KEY}): ${error.message.replace(/\.$/, '')}.`,
    { cause: error },
  )
}

function sealingKeyOf(secret: Buffer): SealingKey {
  const derive: Derive = (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return { derive, id: derive('key id').subarray(0, 9).toString('base64url') }
}

/** Says which key has to be restored, or how to continue without it. */
function missing(config: KeyLocation, closed: SealedFactor[], resetCommand: string) {
  const bySigning = closed.some(({ sealed_by }) => sealed_by === null)
  const path = bySigning
    ? (config.AUTH_SIGNING_KEYS ??
      (config.DATABASE_URL ? 'the table auth.signing_keys' : join(config.DATA_DIR, 'signing-key.json')))
    : (config.AUTH_SEALING_KEY ?? (config.DATABASE_URL ? 'the table auth.sealing_keys' : pathIn(config)))
  return new StartError(
    `${closed.length === 1 ? 'A second factor is' : `${closed.length} second factors are`} sealed with a key that is not here: restore ${path} from a backup${bySigning ? '' : ' or name the key with AUTH_SEALING_KEY'}, or remove what can't be opened with \`${resetCommand}\`.`,
  )
}
