import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetFactors } from '../features/accounts/server/admin-commands.ts'
import { GOOD } from '@kikoa/auth/testing'
import { readConfig } from '../server/config.ts'
import { freshDatabase, type FreshDatabase } from '../server/database/testing/cluster.ts'
import { createLog } from '../server/log.ts'
import { startNode } from './start-node.ts'
import { openMigratedDatabase } from './open-database.ts'

let fresh: FreshDatabase
let folder: string
beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kikoa-lost-keys-'))
})
afterAll(async () => {
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const log = createLog('silent')

/** Starts a node on the folder and the database of this test, runs the work, and stops the node. */
async function withNode<T>(work: (client: () => GoTrueClient) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: folder, PORT: '0', RATE_LIMIT_SCALE: '1000' }, folder)
  const database = await openMigratedDatabase(fresh.owner, log)
  try {
    const node = await startNode(config, log, { owner: fresh.owner, database })
    const client = () =>
      new GoTrueClient({ url: `${node.address}/auth/v1`, persistSession: false, autoRefreshToken: false })
    try {
      return await work(client)
    } finally {
      await node.stop()
    }
  } finally {
    await database.end()
  }
}

/** A code of the authenticator app for a new time step: the server accepts each step once. */
let steps = -1
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps++ * 30_000 })

test('a lost signing key ends tokens and no second factor; a lost sealing key stops the start', async () => {
  const email = 'asha@example.com'
  const { factorId, secret, token, codes } = await withNode(async (client) => {
    const asha = client()
    const { data } = await asha.signUp({ email, password: GOOD })
    const enrolled = await asha.mfa.enroll({ factorType: 'totp' })
    const { id, totp } = enrolled.data as { id: string; totp: { secret: string } }
    await asha.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) })
    const { data: now } = await asha.getSession()
    const made = await fetch(`${asha['url']}/factors/recovery-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${now.session!.access_token}` },
    })
    const { codes } = (await made.json()) as { codes: string[] }
    return { factorId: id, secret: totp.secret, token: data.session!.access_token, codes }
  })

  await rm(join(folder, 'signing-key.json'))
  await withNode(async (client) => {
    expect((await client().getUser(token)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
    const asha = client()
    expect((await asha.signInWithPassword({ email, password: GOOD })).error).toBeNull()
    const { error } = await asha.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(error).toBeNull()
    const other = client()
    const { data } = await other.signInWithPassword({ email, password: GOOD })
    const entered = await fetch(`${other['url']}/factors/recovery-codes/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session!.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: codes[0] }),
    })
    expect(entered.status).toBe(200)
  })

  await rm(join(folder, 'sealing.key'))
  await expect(withNode(async () => {})).rejects.toThrow('2 second factors are sealed with a key that is not')
  const database = await openMigratedDatabase(fresh.owner, log)
  const config = readConfig({ DATA_DIR: folder }, folder)
  try {
    await resetFactors(database, config, { sure: true })
  } finally {
    await database.end()
  }
  await withNode(async (client) => {
    const { data } = await client().signInWithPassword({ email, password: GOOD })
    expect(data.user).toMatchObject({ email })
    expect(data.user!.factors).toBeUndefined()
  })
})
