import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openShop, type Person } from '../../../../app/testing/shop.ts'
import { openInvoiceShop } from './testing/invoice-shop.ts'
import { writeInvoice } from './write-invoice.ts'

const invoices = await openInvoiceShop()
const { folder, shop, asha, admin, database, fetchPdf, speak, issue } = invoices
afterAll(invoices.close)

test('the PDF is written once by eight at once on two nodes, and is the same at each download', async () => {
  const { invoice, path } = await issue()
  const written = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => writeInvoice(shop.nodes[turn % 2]!.database, invoice.id)),
  )
  const hashes = new Set(written.map((one) => createHash('sha256').update(one!.pdf).digest('hex')))
  const logged = await shop.sql(
    `select after ->> 'sha256' as sha256 from audit_log where action = 'paper.written' and entity_id = $1`,
    [invoice.id],
  )
  expect([...hashes]).toEqual(logged.map(({ sha256 }) => sha256))
  await admin.call('PATCH', '/api/admin/settings', { values: { 'papers.legalName': 'Another name' } })
  for (const [person, at] of [
    [asha, path],
    [admin, path.replace('/api/', '/api/admin/')],
  ] as const) {
    const { bytes, headers } = await fetchPdf(person, at)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe([...hashes][0])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.name}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  }
})

test('a document of before keeps its bytes, and one whose PDF is missing still gets it', async () => {
  const { invoice, path } = await issue()
  const old = createHash('sha256').update(`%PDF-1.7 ${invoice.id}`).digest('hex')
  // As they were stored before lines had terms and sellers a colour.
  const facts = `jsonb_set(facts, '{lines}', (select jsonb_agg(line - 'unit' - 'period' - 'price' - 'product')
      from jsonb_array_elements(facts -> 'lines') line)) - 'prices' #- '{seller,colour}'`
  await shop.sql(
    `update invoices set facts = ${facts}, pdf = convert_to('%PDF-1.7 ' || id, 'UTF8'), sha256 = $2, written_at = now() where id = $1`,
    [invoice.id, old],
  )
  await admin.call('PATCH', '/api/admin/settings', {
    values: { 'business.colour': '#7a1f5c', 'invoices.prices': 'exclusive' },
  })
  const { bytes } = await fetchPdf(asha, path)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(old)
  const { body } = await asha.call('GET', '/api/invoices?limit=1')
  expect(body.items[0].lines[0]).toMatchObject({ description: 'asha.co.tz', unit: null, price: null })

  const other = await issue()
  await shop.sql(
    `update invoices set facts = ${facts}, pdf = null, sha256 = null, written_at = null where id = $1`,
    [other.invoice.id],
  )
  expect((await fetchPdf(asha, other.path)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await shop.sql(`delete from settings where key in ('business.colour', 'papers.prices')`)
})

test('a person gets 60 PDFs a minute, and others theirs meanwhile', async () => {
  const limited = await openShop({ env: { RATE_LIMIT_SCALE: '1' } })
  onTestFinished(() => limited.close())
  const [greedy, other] = [await limited.customer(), await limited.customer()]
  const get = (person: Person) =>
    fetch(`${limited.nodes[0]!.address}/api/invoices/${randomUUID()}/pdf`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
  for (let turn = 0; turn < 60; turn++) expect((await get(greedy)).status).toBe(404)
  const refused = await get(greedy)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await get(other)).status).toBe(404)
})

test('only its owner and admins get the PDF of a paper or a pro forma', async () => {
  const juma = await shop.customer()
  const { charge, invoice } = await issue()
  const own = [`/api/invoices/${invoice.id}/pdf`, `/api/charges/${charge.id}/pro-forma`]
  for (const path of own) {
    const forAdmins = path.replace('/api/', '/api/admin/')
    const found: number[] = []
    for (const [person, at] of [
      [asha, path],
      [juma, path],
      [admin, path],
      [{ ...asha, token: '' }, path],
      [asha, forAdmins],
      [juma, forAdmins],
      [admin, forAdmins],
      [{ ...admin, token: 'x' }, forAdmins],
      [asha, path.replace(/[0-9a-f-]{36}/, 'x')],
    ] as const)
      found.push((await fetchPdf(person, at)).status)
    expect(found).toEqual([200, 404, 404, 401, 403, 403, 200, 401, 404])
  }
  const { body } = await juma.call('GET', `/api/invoices?charge=${charge.id}`)
  expect(body.items).toEqual([])
  const all = await admin.call('GET', `/api/admin/invoices?q=${invoice.name.toLowerCase()}`)
  expect(all.body.items).toMatchObject([{ id: invoice.id, user_id: asha.id, amount: 150 }])
})

test('the mail about a confirmed payment has the stored PDF attached, in both languages', async () => {
  for (const [language, subject] of [
    ['en', 'We received your payment'],
    ['sw', 'Tumepokea malipo yako'],
  ] as const) {
    await speak(language)
    const { invoice } = await issue()
    const sent = () =>
      shop.sql(`select id from mails where once = $1 and state = 'sent'`, [`paper-${invoice.id}`])
    await expect.poll(async () => (await sent()).length).toBe(1)
    const [row] = await sent()
    const mail = await PostalMime.parse(await readFile(join(folder, 'mail', `${row!['id']}.eml`)))
    expect(mail.subject).toContain(subject)
    const pdf = (await writeInvoice(database, invoice.id))!.pdf
    expect(mail.attachments).toHaveLength(1)
    expect(mail.attachments[0]).toMatchObject({
      filename: `${invoice.name}.pdf`,
      mimeType: 'application/pdf',
    })
    expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).equals(pdf)).toBe(true)
  }
})
