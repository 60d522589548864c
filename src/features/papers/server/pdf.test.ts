import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasProgram } from '../../../app/testing/debian-package.ts'
import { formatMoney } from '../../../shared/money.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { jpegOf, pngOf } from '../../settings/server/testing/pictures.ts'
import type { PaperFacts } from '../paper.ts'
import { renderPaper } from './render.ts'
import { picturesOfPdf, textOfPdf } from './testing/pdf.ts'
import { confirm, lineOf, openCharge } from './testing/sales.ts'
import { writePaper } from './write-paper.ts'

const run = promisify(execFile)
const packages = { pdftotext: 'poppler-utils', zbarimg: 'zbar-tools', qpdf: 'qpdf' }
const isComplete = (
  await Promise.all(Object.entries(packages).map(([program, name]) => hasProgram(program, name)))
).every(Boolean)

let shop: Shop
let asha: Person
let admin: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-papers-'))
  shop = await openShop({ nodes: 2, env: { DATA_DIR: folder } })
  asha = await shop.customer({ full_name: 'Asha Ngũgĩ wa Thiong’o 你好' })
  admin = await shop.admin()
  const values = {
    'papers.legalName': 'Kikoa Digital Limited',
    'papers.vrn': '40-012345-A',
    'papers.vatRates': [
      { from: '2020-01-01', percent: 18, product: null },
      { from: '2020-01-01', percent: 0, product: 'email' },
    ],
  }
  await admin.call('PATCH', '/api/admin/settings', { values })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
const database = () => shop.nodes[0]!.database

/** A PDF as bytes, with what `pdftotext` reads of it. */
async function fetchPdf(person: Person, path: string) {
  const answer = await fetch(`${shop.nodes[0]!.address}${path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** What the QR code of the last page says. */
async function qrOf(pdf: Buffer) {
  const file = join(folder, 'qr.pdf')
  await writeFile(file, pdf)
  const image = join(folder, 'qr')
  await run('pdftoppm', ['-r', '150', '-png', '-l', '1', '-singlefile', file, image])
  const { stdout } = await run('zbarimg', ['-q', '--raw', '--nodbus', `${image}.png`])
  return stdout.trim()
}

const speak = (language: 'en' | 'sw') =>
  shop.sql(`update profiles set language = $2 where id = $1`, [asha.id, language])

async function issue() {
  const charge = await openCharge(shop.sql, asha.id, { amount: 150 })
  const lines = [lineOf(charge, 10_000), { ...lineOf(charge, 5_000, 'email'), text: 'info@asha.co.tz' }]
  const paper = await confirm(database(), charge, { lines })
  const [row] = await shop.sql(`select * from papers where id = $1`, [paper.id])
  return { charge, paper, facts: row!['facts'] as PaperFacts, path: `/api/papers/${paper.id}/pdf` }
}

describe.runIf(isComplete)('the PDF of a paper', () => {
  test('says in text and QR what the database holds, and is valid, tagged and in the language', async () => {
    for (const language of ['en', 'sw'] as const) {
      await speak(language)
      const { paper, facts, path } = await issue()
      const { bytes } = await fetchPdf(asha, path)
      const text = await textOfPdf(bytes)
      const money = (amount: number) => formatMoney({ amount, currency: 'USD' })
      const { totals, lines } = facts
      for (const part of [
        paper.name,
        ...lines.flatMap((line) => [line.text, money(line.net), money(line.vat), money(line.gross)]),
        ...[totals.net, totals.vat, totals.gross].map(money),
        'Kikoa Digital Limited',
        'Asha Ngũgĩ wa Thiong’o ??',
        'M-Pesa, QK7XW2M9PL',
        'VRN 40-012345-A',
        language === 'en' ? 'Tax invoice' : 'Ankara ya kodi',
      ])
        expect(text).toContain(part.replaceAll('\u00a0', ' '))
      expect(await qrOf(bytes)).toBe([paper.name, '150.00 USD', facts.issuedOn].join('\n'))
      await run('qpdf', ['--check', join(folder, 'qr.pdf')])
      const { stdout: info } = await run('pdfinfo', [join(folder, 'qr.pdf')])
      expect(info).toMatch(/Tagged: +yes/)
      expect(bytes.toString('latin1')).toContain(`/Lang (${language})`)
      const { stdout: embedded } = await run('pdffonts', [join(folder, 'qr.pdf')])
      expect(embedded.match(/Inter-\w+ +CID TrueType +Identity-H +yes yes yes/g)).toHaveLength(2)
    }
  })

  test('has the code of the tax authority where it was entered before; entered later, the paper stays', async () => {
    await speak('sw')
    const charge = await openCharge(shop.sql, asha.id)
    const enter = async (code: string, version: number) => {
      const tax = {
        fiscal_code: code,
        fiscal_link: `https://verify.example/${code}`,
        withheld: 5,
        certificate: null,
      }
      const { status } = await admin.call('PUT', `/api/admin/charges/${charge.id}/tax`, { ...tax, version })
      return status
    }
    expect([await enter('8F3A21', 0), await enter('lost', 0), await enter('8F3A22', 1)]).toEqual([
      200, 409, 200,
    ])
    const paper = await confirm(database(), charge)
    const { bytes } = await fetchPdf(asha, `/api/papers/${paper.id}/pdf`)
    expect(await qrOf(bytes)).toBe('https://verify.example/8F3A22')
    expect(await textOfPdf(bytes)).toMatch(/Kodi ya zuio +-\$5\.00/)
    await enter('9999', 2)
    expect((await fetchPdf(asha, `/api/papers/${paper.id}/pdf`)).bytes.equals(bytes)).toBe(true)
    const { body } = await asha.call('GET', `/api/papers?charge=${charge.id}`)
    expect(body.items).toMatchObject([{ number: paper.name, fiscal: { code: '9999' } }])
  })

  test('of an amount due is a pro forma, which has no number and is gone when it is paid', async () => {
    await speak('sw')
    const charge = await openCharge(shop.sql, asha.id)
    const path = `/api/charges/${charge.id}/pro-forma`
    const { bytes, headers } = await fetchPdf(asha, path)
    const text = await textOfPdf(bytes)
    expect(text).toContain('Ankara ya awali, si ankara ya kodi')
    expect(text).toContain(charge.reference.slice(0, 8))
    expect(text).not.toContain('INV-')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pro-forma-[\w-]+\.pdf"$/)
    await shop.sql(`update charges set state = 'paid' where id = $1`, [charge.id])
    expect((await fetchPdf(asha, path)).status).toBe(404)
  })

  test.each([
    ['a PNG', pngOf(300, 80), [{ type: 'image', width: 300, height: 80, encoding: 'image' }]],
    [
      'a PNG as browsers draw it',
      pngOf(300, 80, [11, 107, 99, 128]),
      [
        { type: 'image', width: 300, height: 80, encoding: 'image' },
        { type: 'smask', width: 300, height: 80, encoding: 'image' },
      ],
    ],
    ['a JPEG', jpegOf(300, 80), [{ type: 'image', width: 300, height: 80, encoding: 'jpeg' }]],
  ])('has the logo of the shop: %s', async (_, picture, pictures) => {
    const image = picture.toString('base64')
    expect((await admin.call('POST', '/api/admin/settings/logo', { image })).status).toBe(200)
    const { path } = await issue()
    expect(await picturesOfPdf((await fetchPdf(asha, path)).bytes)).toEqual(pictures)
    const charge = await openCharge(shop.sql, asha.id)
    const proForma = await fetchPdf(asha, `/api/charges/${charge.id}/pro-forma`)
    expect(await picturesOfPdf(proForma.bytes)).toEqual(pictures)
    await admin.call('PATCH', '/api/admin/settings', { values: { 'business.logo': null } })
    const { path: without } = await issue()
    expect(await picturesOfPdf((await fetchPdf(asha, without)).bytes)).toEqual([])
  })

  test('of thirty lines repeats its head on the second page', async () => {
    const { facts } = await issue()
    const lines = Array.from({ length: 30 }, () => facts.lines[0]!)
    const pdf = await renderPaper({ ...facts, lines, language: 'en' }, undefined, new Date())
    const text = await textOfPdf(pdf)
    expect(text.match(/Before VAT/g)!.length).toBeGreaterThanOrEqual(2)
    expect(text).toContain('Page 2 of 2')
  })
})

test('the PDF is written once by eight at once on two nodes, and is the same at each download', async () => {
  const { paper, path } = await issue()
  const written = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => writePaper(shop.nodes[turn % 2]!.database, paper.id)),
  )
  const hashes = new Set(written.map((one) => createHash('sha256').update(one!.pdf).digest('hex')))
  const logged = await shop.sql(
    `select after ->> 'sha256' as sha256 from audit_log where action = 'paper.written' and entity_id = $1`,
    [paper.id],
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
      'content-disposition': `attachment; filename="${paper.name}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  }
})

test('a person gets 60 PDFs a minute, and others theirs meanwhile', async () => {
  const limited = await openShop({ env: { RATE_LIMIT_SCALE: '1' } })
  onTestFinished(() => limited.close())
  const [greedy, other] = [await limited.customer(), await limited.customer()]
  const get = (person: Person) =>
    fetch(`${limited.nodes[0]!.address}/api/papers/${randomUUID()}/pdf`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
  for (let turn = 0; turn < 60; turn++) expect((await get(greedy)).status).toBe(404)
  const refused = await get(greedy)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await get(other)).status).toBe(404)
})

test('only its owner and admins get the PDF of a paper or a pro forma', async () => {
  const juma = await shop.customer()
  const { charge, paper } = await issue()
  const own = [`/api/papers/${paper.id}/pdf`, `/api/charges/${charge.id}/pro-forma`]
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
  const { body } = await juma.call('GET', `/api/papers?charge=${charge.id}`)
  expect(body.items).toEqual([])
  const all = await admin.call('GET', `/api/admin/papers?q=${paper.name.toLowerCase()}`)
  expect(all.body.items).toMatchObject([{ id: paper.id, user_id: asha.id, amount: 150 }])
})

test('the mail about a confirmed payment has the stored PDF attached, in both languages', async () => {
  for (const [language, subject] of [
    ['en', 'We received your payment'],
    ['sw', 'Tumepokea malipo yako'],
  ] as const) {
    await speak(language)
    const { paper } = await issue()
    const sent = () =>
      shop.sql(`select id from mails where once = $1 and state = 'sent'`, [`paper-${paper.id}`])
    await expect.poll(async () => (await sent()).length).toBe(1)
    const [row] = await sent()
    const mail = await PostalMime.parse(await readFile(join(folder, 'mail', `${row!['id']}.eml`)))
    expect(mail.subject).toContain(subject)
    const pdf = (await writePaper(database(), paper.id))!.pdf
    expect(mail.attachments).toHaveLength(1)
    expect(mail.attachments[0]).toMatchObject({ filename: `${paper.name}.pdf`, mimeType: 'application/pdf' })
    expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).equals(pdf)).toBe(true)
  }
})
