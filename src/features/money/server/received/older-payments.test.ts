import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { ensureRoles, migrate } from '@kikoa/postgres'
import { hasAdministrator, runServer, tenant, withClient } from '@kikoa/postgres/testing'

const folder = resolve(import.meta.dirname, '../../../../../db')
const log = { info() {}, warn() {} }

/** A payment of a shop from before evidence and allocations were kept. */
interface Older {
  channel?: string
  state: string
  reason?: string
  amount: number
  pays?: boolean
  decided?: boolean
}

const older: Record<string, Older> = {
  matched: { state: 'matched', amount: 10, pays: true },
  short: { state: 'short', amount: 4, pays: true },
  stated: { channel: 'statement', state: 'matched', amount: 10, pays: true, decided: true },
  voided: { state: 'over', reason: 'charge-void', amount: 3, pays: true },
  reversed: { state: 'reversed', amount: 10, pays: true, decided: true },
  waiting: { state: 'received', amount: 10 },
  gap: { state: 'held', reason: 'balance', amount: 10 },
  strange: { state: 'held', reason: 'sender', amount: 10 },
  dismissed: { state: 'ignored', amount: 10, decided: true },
}

async function insertOlder(client: pg.Client) {
  const [person, admin] = [randomUUID(), randomUUID()]
  await client.query(`insert into auth.users (id, email) values ($1, 'zamani@example.com')`, [person])
  await client.query(`insert into profiles (id) values ($1)`, [person])
  for (const [code, { channel = 'message', state, reason, amount, pays, decided }] of Object.entries(older)) {
    const id = randomUUID()
    if (pays) {
      await client.query(
        `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', $3, 'x', 'offered')`,
        [id, person, code],
      )
      await client.query(
        `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency)
         values ($1::uuid, $2, $3, $1::uuid, 'domain', $3, 10, 'USD')`,
        [id, person, code],
      )
    }
    await client.query(
      `insert into received_payments (id, channel, kind, method, amount, currency, code, code_key, reference_key,
         payer_name, received_at, state, reason, charge_id, user_id, decided_by, decided_at, fingerprint)
       values ($1::uuid, $2, 'incoming', 'mpesa', $3, 'USD', $4::text, $4::text, 'K7M4PX9', 'Zamani', now(), $5, $6, $7,
               $8, $9, case when $9::uuid is not null then now() end, sha256($4::text::bytea))`,
      [
        id,
        channel,
        amount,
        code,
        state,
        reason ?? null,
        pays ? id : null,
        pays ? person : null,
        decided ? admin : null,
      ],
    )
  }
}

test.runIf(hasAdministrator)(
  'the payments of an older shop keep what they paid, and what said so',
  async () => {
    const login = await tenant(runServer, 'createrole')
    await withClient(login, async (client) => {
      const { prefix } = await ensureRoles(client, log)
      await migrate(client, { folder, prefix, log, until: '0049_search_of_payments' })
      await insertOlder(client)
      await migrate(client, { folder, prefix, log })

      const { rows: payments } = await client.query(
        `select p.code, p.rank, p.reference_keys, e.rank as evidence, e.dismissed_at is not null as dismissed, e.payer_name
         from received_payments p join payment_evidence e on e.payment_id = p.id order by p.code`,
      )
      const known = { reference_keys: ['K7M4PX9'], dismissed: false, payer_name: 'Zamani' }
      expect(payments).toEqual([
        { code: 'dismissed', rank: 1, evidence: 1, ...known, dismissed: true },
        { code: 'gap', rank: 2, evidence: 2, ...known },
        { code: 'matched', rank: 3, evidence: 3, ...known },
        { code: 'reversed', rank: 3, evidence: 3, ...known },
        { code: 'short', rank: 3, evidence: 3, ...known },
        { code: 'stated', rank: 4, evidence: 4, ...known },
        { code: 'strange', rank: 1, evidence: 1, ...known },
        { code: 'voided', rank: 3, evidence: 3, ...known },
        { code: 'waiting', rank: 3, evidence: 3, ...known },
      ])
      // The ledger names the allocation, which had the payment's id.
      const { rows: allocations } = await client.query(
        `select p.code, a.id = p.id as same, a.amount::float as amount, a.outcome, a.undone_as, c.reference
         from allocations a join received_payments p on p.id = a.payment_id join charges c on c.id = a.charge_id
        order by p.code`,
      )
      expect(allocations).toEqual(
        [
          { code: 'matched', amount: 10, outcome: 'matched', undone_as: null },
          { code: 'reversed', amount: 10, outcome: 'matched', undone_as: 'reversed' },
          { code: 'short', amount: 4, outcome: 'short', undone_as: null },
          { code: 'stated', amount: 10, outcome: 'matched', undone_as: null },
          { code: 'voided', amount: 3, outcome: 'credit', undone_as: null },
        ].map((row) => ({ ...row, same: true, reference: row.code })),
      )
    })
  },
)

/** A claim of a shop whose program claimed in the name of its customers. */
interface OlderClaim {
  claim: 'claimed' | 'short' | 'rejected'
  charge?: 'open' | 'paid' | 'void'
  stage?: 'offered' | 'active'
  becomes: 'open' | 'settled' | 'short' | 'rejected'
  confirmed: boolean
}

const olderClaims: Record<string, OlderClaim> = {
  waits: { claim: 'claimed', charge: 'open', becomes: 'open', confirmed: true },
  paid: { claim: 'claimed', charge: 'paid', becomes: 'settled', confirmed: true },
  delivered: { claim: 'claimed', stage: 'active', becomes: 'settled', confirmed: true },
  unpriced: { claim: 'claimed', becomes: 'open', confirmed: true },
  withdrawn: { claim: 'claimed', charge: 'void', becomes: 'open', confirmed: true },
  part: { claim: 'short', charge: 'open', becomes: 'short', confirmed: false },
  refused: { claim: 'rejected', charge: 'open', becomes: 'rejected', confirmed: false },
}

test.runIf(hasAdministrator)('the claims of an older shop say what they said', async () => {
  const login = await tenant(runServer, 'createrole')
  await withClient(login, async (client) => {
    const { prefix } = await ensureRoles(client, log)
    await migrate(client, { folder, prefix, log, until: '0052_allocations' })
    const person = randomUUID()
    await client.query(`insert into auth.users (id, email) values ($1, 'madai@example.com')`, [person])
    await client.query(`insert into profiles (id) values ($1)`, [person])
    for (const [name, { claim, charge, stage = 'offered', confirmed }] of Object.entries(olderClaims)) {
      const id = randomUUID()
      await client.query(
        `insert into requests (id, user_id, kind, subject, status, stage, payment_confirmed)
         values ($1, $2, 'domain', $3, 'x', $4, $5)`,
        [id, person, name, stage, confirmed],
      )
      await client.query(`insert into receipts (method, number, user_id) values ('mpesa', $1, $2)`, [
        name,
        person,
      ])
      await client.query(
        `insert into payments (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, state)
         values ($1::uuid, $2, $1::uuid, 'Madai', $3, 'M-Pesa', 'mpesa', $3, $4)`,
        [id, person, name, claim],
      )
      if (charge)
        await client.query(
          `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency, state, paid_at)
           values ($1::uuid, $2, $3, $1::uuid, 'domain', $3, 10, 'USD', $4, case when $4 = 'paid' then now() end)`,
          [id, person, name, charge],
        )
    }
    await migrate(client, { folder, prefix, log })
    const { rows } = await client.query(
      `select subject as name, state, payment_confirmed as confirmed, holds_number is not null as holds
         from claims join requests on requests.id = request_id order by subject`,
    )
    expect(rows).toEqual(
      Object.entries(olderClaims)
        .map(([name, { becomes, confirmed }]) => ({
          name,
          state: becomes,
          confirmed,
          holds: becomes === 'open' || becomes === 'settled',
        }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
    // A change afterwards leaves what was known.
    await client.query(`update claims set state = state`)
    const { rows: after } = await client.query(
      `select subject as name, payment_confirmed as confirmed from requests order by subject`,
    )
    expect(after).toEqual(rows.map(({ name, confirmed }) => ({ name, confirmed })))
  })
})
