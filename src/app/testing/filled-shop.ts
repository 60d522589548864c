import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { GOOD } from '@kikoa/auth/testing'
import { readArchive, writeArchive } from '@kikoa/postgres/backup'
import { startEmbedded } from '@kikoa/postgres'
import { withClient } from '@kikoa/postgres/testing'
import type { Program } from './program.ts'

/** A shop with something of everything, and all of its rows, for tests that compare it with a copy. */

const profile = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' }
export const asha = { email: 'asha@example.com', password: GOOD }
let steps = 0
/** A code of a factor for a new time step: the server accepts each once. */
export const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps++ * 30_000 })

/** What filling needs of a shop that serves. */
type Served = Pick<Program, 'address' | 'folder' | 'call' | 'sql'>

export const clientOf = ({ address }: Pick<Program, 'address'>) =>
  new GoTrueClient({ url: `${address}/auth/v1`, persistSession: false, autoRefreshToken: false })

/** A customer with a second factor, requests, an event, an audit chain and a mail. @returns the factor's secret. */
export async function fill(program: Served): Promise<string> {
  const client = clientOf(program)
  const { data } = await client.signUp({ ...asha, options: { data: profile } })
  const headers = { authorization: `Bearer ${data.session!.access_token}` }
  const enrolled = await client.mfa.enroll({ factorType: 'totp' })
  const { id, totp } = enrolled.data as { id: string; totp: { secret: string } }
  for (const name of ['one.com', 'two.com'])
    expect(
      await program.call('POST', '/api/domain-requests', { requested_domain: name }, headers),
    ).toMatchObject({
      status: 201,
    })
  // The code before the present one, which is left for the test. It is refused if the next one begins meanwhile.
  const verify = () =>
    client.mfa.challengeAndVerify({
      factorId: id,
      code: new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: Date.now() - 30_000 }),
    })
  await vi.waitFor(async () => expect((await verify()).error).toBeNull(), { timeout: 30_000 })
  // Rows that triggers would change if they ran at a restore.
  await program.sql(`update requests set search = search || ' kept'`)
  await program.sql(`update profiles set business_name = $1`, ['"Duka"\n\\N\t\\. é'])
  await program.sql(`delete from events where id = (select max(id) from events)`)
  await mkdir(join(program.folder, 'mail'), { recursive: true })
  await writeFile(join(program.folder, 'mail', 'a letter, é.eml'), 'Subject: hello\r\n')
  await mkdir(join(program.folder, 'papers/2026'), { recursive: true })
  await writeFile(join(program.folder, 'papers/2026/empty'), '')
  return totp.secret
}

/** Every row of every table as text, without the tables that name keys and migrations, and the next id of events. */
export async function everyRow(config: pg.ClientConfig) {
  return withClient(config, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const { rows: names } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of names) {
      if (/_keys$|migrations$|\.(jobs|mails|backups)$/.test(name) && name !== 'public.idempotency_keys')
        continue
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      found[name] = rows.map(({ row }) => row).sort()
    }
    const { rows: next } = await client.query(`select last_value::text, is_called from public.events_id_seq`)
    return { found, next }
  })
}
export const rowsIn = async (dataDir: string) => {
  const { config, stop } = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
  try {
    return await everyRow(config)
  } finally {
    await stop()
  }
}

/** The entries of a backup by their names. */
export type Entries = Map<string, string>

/** Writes another backup file without a seal: the entries of one after an edit, with right hashes. */
export async function rewrite(file: string, target: string, edit: (entries: Entries) => unknown) {
  const entries: Entries = new Map()
  for await (const { name, text } of readArchive(file, {})) entries.set(name, await text())
  edit(entries)
  await writeArchive(createWriteStream(target), undefined, async (archive) => {
    for (const [name, text] of entries) await archive.add(name, text)
  })
}
