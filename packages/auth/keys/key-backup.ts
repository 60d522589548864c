import { calculateJwkThumbprint } from 'jose'
import type pg from 'pg'
import { StartError } from '@kikoa/postgres'
import { type Filed, filedFrom, findKeysInFolder, FIRST, storedFrom, replaceInFolder } from './key-store.ts'
import type { KeyLocation } from './key-set.ts'
import { keysInFile, loadKeys, signingRoot } from './keys.ts'
import { countFactors, readSealingSecrets, type Sealed, writeSealingSecret } from './sealing.ts'

/** The keys of an installation in a backup, the same wherever they are stored. */
export interface KeysInBackup {
  /** The oldest first. */
  signing: Filed[]
  /** In base64. The first one seals. */
  sealing: string[]
}

/** The tables that a backup does not copy, because `readKeys` reads them. */
export const KEY_TABLES = ['auth.signing_keys', 'auth.sealing_keys']
/** The files of the data folder that a backup does not copy, and their drafts. */
export const KEY_FILES = /^(signing-key\.json|sealing\.key)(\..*)?$/

/**
 * Reads the keys for a backup: from the operator's files, the data folder, or the database. It makes none.
 * @param client a connection of the database's owner, in the transaction of the backup.
 */
export async function readKeys(config: KeyLocation, client: pg.ClientBase): Promise<KeysInBackup> {
  const stored = async () => {
    const { rows } = await client.query(
      `select jwk, (extract(epoch from signs_from) * 1000)::float8 as "signsFrom",
              (extract(epoch from verifies_until) * 1000)::float8 as "verifiesUntil"
       from auth.signing_keys order by created_at, kid`,
    )
    return rows
  }
  const signing = config.AUTH_SIGNING_KEYS
    ? await keysInFile(config.AUTH_SIGNING_KEYS)
    : config.DATABASE_URL
      ? await stored()
      : ((await findKeysInFolder(config.DATA_DIR)) ?? [])
  const secrets = await readSealingSecrets(
    config,
    async () => (await client.query<{ secret: Buffer }>('select secret from auth.sealing_keys')).rows,
  )
  return { signing: signing.map(filedFrom), sealing: secrets.map((secret) => secret.toString('base64')) }
}

/**
 * Stores the keys of a backup where this installation has them: in its data folder, or in the database with
 * DATABASE_URL. Both are empty.
 * @param client a connection of the database's owner, in the transaction of the restore.
 */
export async function restoreKeys(
  config: KeyLocation,
  client: pg.ClientBase,
  { signing, sealing }: KeysInBackup,
): Promise<void> {
  const secret = sealing[0] === undefined ? undefined : Buffer.from(sealing[0], 'base64')
  if (!config.DATABASE_URL) {
    if (signing.length) await replaceInFolder(config.DATA_DIR, signing.map(storedFrom))
    if (secret) await writeSealingSecret(config, secret)
    return
  }
  for (const [index, { signs_from, verifies_until, ...jwk }] of signing.entries()) {
    const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
    // The order of the keys is that of `created_at`.
    await client.query(
      `insert into auth.signing_keys (kid, slot, jwk, signs_from, verifies_until, created_at)
       values ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms')`,
      [
        kid,
        index ? kid : FIRST,
        JSON.stringify(jwk),
        signs_from ?? '-infinity',
        verifies_until ?? 'infinity',
        index,
      ],
    )
  }
  if (secret)
    await client.query('insert into auth.sealing_keys (slot, secret) values ($1, $2)', [FIRST, secret])
}

/**
 * Shows that the keys of this installation work: a token is signed and read, and every second factor is opened.
 * @returns a sentence for the operator.
 * @throws StartError if a second factor can't be opened.
 */
export async function proveKeys(config: KeyLocation, on: Sealed): Promise<string> {
  const { database } = on
  const keys = await loadKeys({ config, ...on })
  const { jti } = await keys.read(await keys.sign({ iss: keys.issuer, jti: 'restored' }))
  if (jti !== 'restored') throw new StartError('The signing key does not verify what it has signed.')
  const root = await signingRoot(config, database)
  const { sealed, closed } = await database.read('service', (tx) => countFactors(tx, config, root))
  if (closed) throw new StartError(`${closed} of ${sealed} second factors can't be opened with the keys.`)
  return `The signing key signs and verifies, and the sealing key opens ${sealed === 1 ? 'the one second factor' : `all ${sealed} second factors`}.`
}
