import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../../app/testing/shop.ts'
import type { Question } from '../../../catalogue/questions.ts'
import { orderAt, fillCart } from '../../../orders/server/testing/placing.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import { openRegistrarShop } from '../testing/registrar-shop.ts'

/** What an ending asks of a holder beside the profile is answered for each name, before the registrar is asked. */

const here = await openRegistrarShop()
const { stub, shop, admin, offer, activate, until, did, requestOf, fulfilmentOf, eightTimes } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
afterEach(() => {
  stub.mend()
})

const NUMBER = 'CPR/2015-998877'
const question = (id: string, more: Partial<Question> = {}): Question => ({
  ending: 'com',
  id,
  kind: 'company-number',
  label: '',
  required: true,
  format: 'letters-digits',
  min: 4,
  max: 20,
  options: [],
  field: 'Company ID Number',
  ...more,
})
const asks = async (...questions: Question[]) => {
  const { status, body } = await admin.call('PATCH', '/api/admin/settings', {
    values: { 'domains.questions': questions },
  })
  expect([status, body]).toEqual([200, body])
}
beforeEach(() =>
  asks(
    question('number'),
    question('note', {
      kind: 'text',
      label: 'Note | Maelezo',
      required: false,
      format: 'any',
      min: null,
      field: '',
    }),
  ),
)

let count = 0
const newName = () => `asked-${++count}.com`
const save = (person: Person, names: string[], answers: object) =>
  person.call('PUT', '/api/holder-details', { names, answers })
const show = async (person: Person, names?: string[]) =>
  (await person.call('GET', `/api/holder-details${names ? `?names=${names.join(',')}` : ''}`)).body.items
const registrations = (name: string) => did(name).filter((what) => what === 'register')

describe('a request for a name', () => {
  test('is taken without the answers, waits for them, and is sent with them', async () => {
    const asha = await shop.customer()
    const name = newName()
    const request = await offer(asha, name)
    expect(await show(asha)).toMatchObject([
      {
        ending: 'com',
        names: [name],
        questions: [{ id: 'number', kind: 'company-number', required: true }, { id: 'note' }],
        answers: {},
        is_complete: false,
      },
    ])
    expect((await activate(request)).status).toBe(200)
    expect(await until(name, 'held')).toMatchObject({
      reason: 'no-details',
      acts: ['send-again', 'done', 'refuse'],
    })
    expect(registrations(name)).toEqual([])
    expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true, paid: false })
    const mails = await shop.sql(`select kind, about from mails where user_id = $1`, [asha.id])
    expect(mails).toContainEqual({ kind: 'details-needed', about: name })
    const inbox = (await admin.call('GET', '/api/admin/inbox')).body
    expect(JSON.stringify(inbox)).toContain(name)
    // Nobody sends it without them.
    const { id } = await fulfilmentOf(name)
    await admin.call('POST', `/api/admin/fulfilments/${id}/send-again`, {})
    expect(await until(name, 'held')).toMatchObject({ reason: 'no-details' })

    expect((await save(asha, [name], { number: NUMBER })).status).toBe(200)
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
    expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
    expect(await requestOf(asha, request)).toMatchObject({ status: DOMAIN_ACTIVE })
    expect(await show(asha)).toEqual([])
  })

  test('that was answered before is registered at once', async () => {
    const asha = await shop.customer()
    const name = newName()
    expect((await save(asha, [name], { number: NUMBER, note: 'x' })).status).toBe(200)
    await activate(await offer(asha, name))
    await until(name, 'done')
    expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
  })

  test('of an ending that asks nothing has no field', async () => {
    await asks()
    const asha = await shop.customer()
    const name = newName()
    await activate(await offer(asha, name))
    await until(name, 'done')
    const order = stub.journal.find(({ target, did: what }) => target === name && what === 'register')!
    expect(order.form).not.toHaveProperty('domainfields')
    expect(await show(asha, [name])).toEqual([])
    expect(await save(asha, [name], { number: NUMBER })).toMatchObject({
      status: 409,
      body: { code: 'NOT_ASKED' },
    })
  })

  test('is registered once, when eight answers come at once on two nodes', async () => {
    const asha = await shop.customer()
    const name = newName()
    await activate(await offer(asha, name))
    await until(name, 'held')
    const body = { names: [name], answers: { number: NUMBER } }
    await eightTimes((n) => shop.at(n % 2, asha.token)('PUT', '/api/holder-details', body))
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })
})

describe('answers', () => {
  test.each([
    [{}, { number: 'missing' }],
    [{ number: '12' }, { number: 'too-short' }],
    [{ number: 'A_B_C_D' }, { number: 'letters-digits' }],
    [{ number: NUMBER, note: 'x'.repeat(21) }, { note: 'too-long' }],
  ])('%o are refused, and nothing is stored', async (answers, problems) => {
    const asha = await shop.customer()
    const name = newName()
    expect(await save(asha, [name], answers)).toMatchObject({
      status: 400,
      body: { code: 'DETAILS_INVALID', data: { problems } },
    })
    expect(await shop.sql(`select from holder_details where user_id = $1`, [asha.id])).toEqual([])
  })

  test('for names of several endings at once are refused', async () =>
    expect(await save(await shop.customer(), [newName(), 'other.org'], { number: NUMBER })).toMatchObject({
      status: 409,
      body: { code: 'NOT_ASKED' },
    }))

  test('are proposed for the next name of the ending, and hold for each name alone', async () => {
    const asha = await shop.customer()
    const [first, second] = [newName(), newName()]
    await save(asha, [first], { number: NUMBER })
    expect(await show(asha, [second])).toMatchObject([{ answers: { number: NUMBER }, is_complete: false }])
    await save(asha, [second], { number: 'OTHER-1' })
    expect(await show(asha, [first])).toMatchObject([{ answers: { number: NUMBER }, is_complete: true }])
  })

  test('of other customers are shown to nobody, and their names wait on', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const name = newName()
    await save(asha, [name], { number: NUMBER })
    expect(await show(juma, [name])).toMatchObject([{ answers: {}, is_complete: false }])
    await activate(await offer(juma, name))
    await until(name, 'held')
    await save(asha, [name], { number: NUMBER })
    expect(await fulfilmentOf(name)).toMatchObject({ state: 'held', reason: 'no-details' })
    expect(registrations(name)).toEqual([])
    expect(
      (await juma.call('GET', `/api/admin/holder-details?customer=${asha.id}&names=${name}`)).status,
    ).toBe(403)
    expect((await shop.visitor('GET', `/api/holder-details?names=${name}`)).status).toBe(401)
  })

  test('are read by the staff', async () => {
    const asha = await shop.customer()
    const name = newName()
    await save(asha, [name], { number: NUMBER })
    const { status, body } = await admin.call(
      'GET',
      `/api/admin/holder-details?customer=${asha.id}&names=${name}`,
    )
    expect([status, body]).toMatchObject([
      200,
      { items: [{ answers: { number: NUMBER }, is_complete: true }] },
    ])
  })

  test('are given by the staff for a customer who says them, by those who may', async () => {
    const asha = await shop.customer()
    const name = newName()
    await activate(await offer(asha, name))
    await until(name, 'held')
    const saveFor = (person: Person, customer: string) =>
      person.call('PUT', '/api/admin/holder-details', {
        customer,
        names: [name],
        answers: { number: NUMBER },
      })
    expect((await saveFor(asha, asha.id)).status).toBe(403)
    expect((await saveFor(await shop.admin('read-only'), asha.id)).status).toBe(403)
    expect((await saveFor(admin, randomUUID())).status).toBe(404)
    expect((await saveFor(admin, asha.id)).status).toBe(200)
    await until(name, 'done')
    expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
    const [entry] = await shop.sql(
      `select actor_id, actor_role, after from audit_log where action = 'profile.holder-details' and entity_id = $1`,
      [asha.id],
    )
    expect(entry).toEqual({ actor_id: admin.id, actor_role: 'admin', after: { name } })
  })

  test('are in no log, event, call or words, are taken along, and go with the account', async () => {
    const asha = await shop.customer()
    const name = newName()
    const request = await offer(asha, name)
    await save(asha, [name], { number: NUMBER })
    stub.tell(
      { what: 'says', body: { error: `The registrant contact is invalid: company number ${NUMBER}` } },
      { on: 'register', target: name },
    )
    await activate(request)
    expect(await until(name, 'refused')).toMatchObject({ reason: 'contact' })
    const tables = await shop.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'auth') and tablename <> 'holder_details'`,
    )
    for (const { name: table } of tables)
      expect([
        table,
        await shop.sql(`select from ${table} t where t::text like $1`, [`%${NUMBER}%`]),
      ]).toEqual([table, []])
    const taken = (await asha.call('GET', '/api/account/export')).body
    expect(taken.holder_details).toMatchObject([{ name, answers: { number: NUMBER } }])
    const { id } = await fulfilmentOf(name)
    await admin.call('POST', `/api/admin/fulfilments/${id}/refuse`, { reason: 'No.' })
    expect((await asha.call('POST', '/api/account/deletion', {})).body).toEqual({
      outcome: 'deleted',
    })
    expect(await shop.sql(`select from holder_details where user_id = $1`, [asha.id])).toEqual([])
  })
})

test('a document is noted by the staff alone, and the name waits until it is seen', async () => {
  await asks(
    question('number'),
    question('paper', { kind: 'document', label: 'Certificate | Cheti', field: 'X' }),
  )
  const asha = await shop.customer()
  const name = newName()
  await activate(await offer(asha, name))
  await until(name, 'held')
  const said = await save(asha, [name], { number: NUMBER, paper: 'seen' })
  expect(said.body.items).toMatchObject([
    { answers: { number: NUMBER }, is_complete: true, awaits_documents: true },
  ])
  expect(said.body.items[0].answers).not.toHaveProperty('paper')
  expect(await show(asha)).toMatchObject([{ names: [name], awaits_documents: true }])
  expect(await fulfilmentOf(name)).toMatchObject({ state: 'held', reason: 'no-details' })
  const saveFor = (answers: object) =>
    admin.call('PUT', '/api/admin/holder-details', { customer: asha.id, names: [name], answers })
  expect((await saveFor({ number: NUMBER })).status).toBe(200)
  expect(await fulfilmentOf(name)).toMatchObject({ state: 'held' })
  expect((await saveFor({ number: NUMBER, paper: 'seen' })).status).toBe(200)
  await until(name, 'done')
  expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
  // Another answer of the customer does not undo what the staff has seen.
  await save(asha, [name], { number: 'OTHER-2' })
  expect(await show(asha, [name])).toMatchObject([{ answers: { number: 'OTHER-2', paper: 'seen' } }])
  // It was seen for that name alone.
  const [proposed] = await show(asha, [newName()])
  expect(proposed.answers).toEqual({ number: 'OTHER-2' })
})

test('what the staff has seen is kept, when the customer answers on another node at the same moment', async () => {
  await asks(question('number'), question('paper', { kind: 'document', label: 'Certificate | Cheti' }))
  const asha = await shop.customer()
  const names = Array.from({ length: 8 }, newName)
  const answers = { number: NUMBER }
  await Promise.all(
    names.flatMap((name, at) => [
      shop.at(0, asha.token)('PUT', '/api/holder-details', { names: [name], answers }),
      shop.at(1, admin.token)('PUT', '/api/admin/holder-details', {
        customer: asha.id,
        names: [name],
        answers: { ...answers, paper: 'seen' },
      }),
      shop.at(at % 2, asha.token)('PUT', '/api/holder-details', { names: [name], answers }),
    ]),
  )
  const stored = await shop.sql(`select answers->>'paper' as paper from holder_details where user_id = $1`, [
    asha.id,
  ])
  expect(stored).toEqual(names.map(() => ({ paper: 'seen' })))
})

test('of the answers for names that nobody asked for the latest hundred are kept', async () => {
  const asha = await shop.customer()
  const asked = newName()
  await save(asha, [asked], { number: NUMBER })
  await asha.call('POST', '/api/domain-requests', { requested_domain: asked })
  const others = Array.from({ length: 150 }, newName)
  for (let from = 0; from < others.length; from += 50)
    expect((await save(asha, others.slice(from, from + 50), { number: NUMBER })).status).toBe(200)
  const stored = await shop.sql<{ name: string }>(`select name from holder_details where user_id = $1`, [
    asha.id,
  ])
  expect(new Set(stored.map(({ name }) => name))).toEqual(new Set([asked, ...others.slice(50)]))
})

/** What customers pay for a name: more than the registrar asks. */
const sold = { ending: 'com', price: 20, renewal: 20, years: 1, needs: '', searched: true, shown: true }

test('the names of an order wait, and are answered together', async () => {
  const asha = await shop.customer()
  const names = [newName(), newName()]
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': [sold] } })
  await fillCart(asha, ...names)
  const order = await orderAt(shop, asha, names)
  expect(await show(asha)).toMatchObject([{ names: names.toSorted(), is_complete: false }])
  await save(asha, names, { number: NUMBER })
  expect(await show(asha)).toEqual([])
  const lines = names.map((item) => ({ item, state: 'registered' }))
  const { status, body } = await admin.call('PATCH', `/api/admin/orders/${order.id}`, {
    status: 'completed',
    lines,
  })
  expect([status, body]).toEqual([200, body])
  for (const name of names) {
    await until(name, 'done')
    expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
  }
})

test('a name that is transferred here is sent with the answers', async () => {
  const asha = await shop.customer()
  const name = newName()
  stub.books.taken.add(name)
  stub.books.elsewhere.set(name, { code: 'Code-1', expires_at: new Date('2027-05-20') })
  const { body } = await asha.call('POST', '/api/transfers', { domain: name, code: 'Code-1' })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 20 })
  await activate(body.id)
  expect(await until(name, 'held')).toMatchObject({ reason: 'no-details' })
  await save(asha, [name], { number: NUMBER })
  await until(name, 'done')
  expect(stub.books.names.get(name)!.fields).toEqual({ 'Company ID Number': NUMBER })
})
