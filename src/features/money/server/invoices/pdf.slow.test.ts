import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../../../../app/testing/debian-package.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { jpegOf, pngOf } from '../../../../server/pictures/testing/pictures.ts'
import { taxLines, totalsOf, vatByRate } from '../../../settings/vat.ts'
import { renderInvoice } from './render.ts'
import { openInvoiceShop } from './testing/invoice-shop.ts'
import { picturesOfPdf, textOfPdf } from './testing/pdf.ts'
import { confirm, openCharge } from './testing/sales.ts'

/** What other programs read in the PDF of an invoice. */

const run = promisify(execFile)
const packages = { pdftotext: 'poppler-utils', zbarimg: 'zbar-tools', qpdf: 'qpdf' }
const isComplete = (
  await Promise.all(Object.entries(packages).map(([program, name]) => hasProgram(program, name)))
).every(Boolean)

const invoices = await openInvoiceShop()
const { folder, shop, asha, admin, database, fetchPdf, speak, issue } = invoices
afterAll(invoices.close)

/** What the QR code of the last page says. */
async function qrOf(pdf: Buffer) {
  const file = join(folder, 'qr.pdf')
  await writeFile(file, pdf)
  const image = join(folder, 'qr')
  await run('pdftoppm', ['-r', '150', '-png', '-l', '1', '-singlefile', file, image])
  const { stdout } = await run('zbarimg', ['-q', '--raw', '--nodbus', `${image}.png`])
  return stdout.trim()
}

describe.runIf(isComplete)('the PDF of a paper', () => {
  test('says in text and QR what the database holds, and is valid, tagged and in the language', async () => {
    for (const language of ['en', 'sw'] as const) {
      await speak(language)
      const { invoice, facts, path } = await issue()
      const { bytes } = await fetchPdf(asha, path)
      const text = await textOfPdf(bytes)
      const money = (amount: number) => formatMoney({ amount, currency: 'USD' })
      const { totals, lines } = facts
      for (const part of [
        invoice.name,
        ...lines.flatMap((line) => [line.text, money(line.net), money(line.vat), money(line.gross)]),
        ...[totals.net, totals.vat, totals.gross].map(money),
        'Kikoa Digital Limited',
        'Asha Ngũgĩ wa Thiong’o 你好',
        'M-Pesa, QK7XW2M9PL',
        'VRN 40-012345-A',
        language === 'en' ? 'Tax invoice' : 'Ankara ya kodi',
      ])
        expect(text).toContain(part.replaceAll('\u00a0', ' '))
      expect(await qrOf(bytes)).toBe([invoice.name, '150.00 USD', facts.issuedOn].join('\n'))
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
    const invoice = await confirm(database, charge)
    const { bytes } = await fetchPdf(asha, `/api/invoices/${invoice.id}/pdf`)
    expect(await qrOf(bytes)).toBe('https://verify.example/8F3A22')
    expect(await textOfPdf(bytes)).toMatch(/Kodi ya zuio +-\$5\.00/)
    await enter('9999', 2)
    expect((await fetchPdf(asha, `/api/invoices/${invoice.id}/pdf`)).bytes.equals(bytes)).toBe(true)
    const { body } = await asha.call('GET', `/api/invoices?charge=${charge.id}`)
    expect(body.items).toMatchObject([{ number: invoice.name, fiscal: { code: '9999' } }])
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

  test.each([
    ['خالد سعيد النجار وأولاده'],
    ['Duka la خلاد سلامة Ltd'],
    ['አልማዝ ተስፋዬ'],
    ['刘洋 Trading'],
    ['歐陽靜怡'],
    ['Neema 🌸 & 🧵'],
    ['Ọlájídé Kạwîra'],
  ])('shows the name %s, and programs read it', async (full_name) => {
    await speak('en')
    const { facts } = await issue()
    const customer = { ...facts.customer, name: full_name }
    const pdf = await renderInvoice({ ...facts, customer }, undefined, new Date())
    // Programs mark where the direction of a text changes, and guess on which side a blank is there.
    const signs = (text: string) => text.replaceAll(/[\s\u202a-\u202e]/g, '')
    expect(signs(await textOfPdf(pdf))).toContain(signs(full_name))
    const file = join(folder, 'name.pdf')
    await writeFile(file, pdf)
    await run('qpdf', ['--check', file])
    const { stdout: fonts } = await run('pdffonts', [file])
    // Each font is embedded as a subset, with the letters of its glyphs.
    for (const row of fonts.trim().split('\n').slice(2)) expect(row).toMatch(/^\w{6}\+.* yes yes yes /)
    expect(pdf.byteLength).toBeLessThan(60_000)
  })

  test('has the lines with their terms and listed prices, the name of the method and the colour of the shop', async () => {
    const { facts } = await issue()
    const rules = { rates: [{ from: '2020-01-01', percent: 18, product: null }], isRegistered: true }
    const day = { isExempt: false, day: '2026-12-01', timeZone: 'Africa/Dar_es_Salaam' }
    const period = { start: new Date('2026-12-01T09:00:00Z'), end: new Date('2029-12-01T09:00:00Z') }
    const amount = { amount: 3 * 5_900_000, currency: 'TZS' }
    const line = { text: 'soko.co.tz', product: 'domain', quantity: 3, unit: 'year' as const, period, amount }
    const lines = taxLines([line], { ...rules, ...day, prices: 'exclusive' })
    const sold = { ...facts, lines, prices: 'exclusive' as const, currency: 'TZS', language: 'en' as const }
    const seller = { ...facts.seller, logo: null, colour: '#7a1f5c' }
    const totals = { byRate: vatByRate(lines), totals: totalsOf(lines) }
    const pdf = await renderInvoice({ ...sold, ...totals, seller }, undefined, new Date())
    const text = (await textOfPdf(pdf)).replaceAll(/ +/g, ' ')
    for (const part of [
      'Domain soko.co.tz, 3 years, 1 Dec',
      '2026 – 30 Nov 2029',
      '3 × TSh 50,000 before VAT',
    ])
      expect(text).toContain(part)
    for (const part of [
      'Total before VAT TSh 150,000',
      'TSh 27,000',
      'Total TSh 177,000',
      'Paid with M-Pesa',
    ])
      expect(text).toContain(part)
    const file = join(folder, 'colour.pdf')
    await writeFile(file, pdf)
    await run('pdftoppm', ['-r', '20', '-l', '1', '-singlefile', file, join(folder, 'colour')])
    // Three bytes for each point: the stripe is one colour from edge to edge.
    const picture = await readFile(join(folder, 'colour.ppm'))
    const header = /^P6\s\d+ \d+\s255\s/.exec(picture.toString('latin1'))![0].length
    const stripe = [0, 80, 160].map((at) =>
      picture.subarray(header + at * 3, header + at * 3 + 3).toString('hex'),
    )
    expect(stripe).toEqual(['7a1f5c', '7a1f5c', '7a1f5c'])
  })

  test('of thirty lines repeats its head on the second page', async () => {
    const { facts } = await issue()
    const lines = Array.from({ length: 30 }, () => facts.lines[0]!)
    const pdf = await renderInvoice({ ...facts, lines, language: 'en' }, undefined, new Date())
    const text = await textOfPdf(pdf)
    expect(text.match(/Before VAT/g)!.length).toBeGreaterThanOrEqual(2)
    expect(text).toContain('Page 2 of 2')
  })
})
