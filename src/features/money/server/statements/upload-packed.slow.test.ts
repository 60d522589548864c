import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { fiftyIn, fiftyPdf } from '../testing/statements.ts'

/** PDFs and workbooks over HTTP. They are read in a process of their own. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 1 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`delete from received_payments`)
})

const ADDRESS = '/api/admin/payments/statement'
const rows = () => shop.sql(`select code from received_payments`)

test('the same fifty payments in each format are fifty payments', async () => {
  const send = async (file: Buffer) => {
    const answer = await fetch(`${shop.nodes[0]!.address}${ADDRESS}?save=1&method=M-Pesa&currency=TZS`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(file),
    })
    return answer.json()
  }
  const [first, ...others] = Object.entries(fiftyIn)
  expect(await send(first![1]), first![0]).toMatchObject({ stored: 50, repeated: 0, held: 0, remaining: 0 })
  for (const [format, file] of others)
    // One after the other.
    expect(await send(file), format).toMatchObject({ stored: 0, repeated: 50, held: 0, remaining: 0 })
  expect(await rows()).toHaveLength(50)
})

test('what only begins like a PDF is refused with its reason', async () => {
  const answer = await admin.call('POST', ADDRESS, '%PDF-1.7', { 'content-type': 'text/csv' })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'STATEMENT_UNREADABLE', data: { reason: 'pdf' } },
  })
})

test('the password of a PDF is asked for, opens it, and is kept nowhere', async () => {
  const password = 'siri ya duka & 0711'
  const file = await fiftyPdf({ password })
  const send = async (save: string, given?: string) => {
    const answer = await fetch(
      `${shop.nodes[0]!.address}${ADDRESS}?save=${save}&method=M-Pesa&currency=TZS`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          authorization: `Bearer ${admin.token}`,
          ...(given !== undefined && { 'statement-password': given }),
        },
        body: new Uint8Array(file),
      },
    )
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send('0')).toMatchObject({ status: 400, body: { data: { reason: 'password' } } })
  expect(await send('1')).toMatchObject({ status: 400, body: { data: { reason: 'password' } } })
  expect(await send('0', 'siri')).toMatchObject({ status: 400, body: { data: { reason: 'password-wrong' } } })
  expect(await send('0', '%')).toMatchObject({ status: 400 })
  expect(await send('0', encodeURIComponent(password))).toMatchObject({
    status: 200,
    body: { count: 50, format: 'pdf' },
  })
  expect(await send('1', encodeURIComponent(password))).toMatchObject({ status: 200, body: { stored: 50 } })
  const kept = await shop.sql(
    `select to_jsonb(t)::text as text from audit_log t union all select to_jsonb(t)::text from statement_layouts t
     union all select to_jsonb(t)::text from payment_evidence t union all select to_jsonb(t)::text from statement_rows t`,
  )
  expect(kept.length).toBeGreaterThan(50)
  expect(kept.filter(({ text }) => text.includes('siri'))).toEqual([])
})
