import { dayText } from '../../../../shared/dates.ts'
import { encode } from 'uqr'
import { shopColours } from '../../../../shared/shop-colours.ts'
import { decimalTextOf, formatMoney } from '../../../../shared/money/money.ts'
import { type MessageKey, translate } from '../../../../server/mail/messages.ts'
import { type InvoiceFacts, type InvoiceTitle, sellerLines } from '../../invoices/invoice.ts'
import { dayInZone, type TaxedLine } from '../../../settings/vat.ts'
import { shownReference } from '../../charges/reference.ts'
import { describeLine } from './describe-line.ts'
import { colours, columnsOf, drawTable, Page, sheet } from './page.ts'

const titles: Record<InvoiceTitle, MessageKey> = {
  receipt: 'invoices_receipt',
  'tax-invoice': 'invoices_tax_invoice',
  'credit-note': 'invoices_credit_note',
  'pro-forma': 'invoices_pro_forma',
}

/** What an invoice is drawn from. `at` is the date of the file. */
export interface InvoiceDrawing {
  facts: InvoiceFacts
  logo: Uint8Array | undefined
  at: Date
}

type Say = (name: MessageKey, values?: Record<string, string>) => string

/** What the QR code of an invoice says: the tax authority's receipt if it is known, otherwise the invoice's own data. */
function qrText({ fiscal, number, totals, currency, issuedOn }: InvoiceFacts): string | null {
  if (fiscal) return fiscal.link ?? fiscal.code
  if (!number) return null
  return [number, `${decimalTextOf({ amount: totals.gross, currency })} ${currency}`, issuedOn].join('\n')
}

/** An invoice as PDF 1.7, tagged, in its language. The same facts give the same bytes. Takes a core for a tenth of a second. */
export async function drawInvoice({ facts, logo, at }: InvoiceDrawing): Promise<Buffer> {
  try {
    return await draw(facts, logo && Buffer.from(logo), at)
  } catch (error) {
    if (!logo) throw error
    // A picture of a kind that PDF does not have must not hold back the invoice.
    return draw(facts, undefined, at)
  }
}

function draw(facts: InvoiceFacts, logo: Buffer | undefined, at: Date): Promise<Buffer> {
  const say: Say = (name, values) => translate(facts.language, name, values)
  const title = say(titles[facts.title])
  const name = facts.number ? `${title} ${facts.number}` : `${title} ${facts.reference}`
  const page = new Page({ title: name, author: facts.seller.name, language: facts.language, at })
  drawHead(page, facts, title, say, logo)
  drawParties(page, facts, say)
  drawLines(page, facts, say)
  drawTotals(page, facts, say)
  drawFoot(page, facts, say)
  drawPageNumbers(page, name, say)
  return page.bytes()
}

function drawHead(page: Page, facts: InvoiceFacts, title: string, say: Say, logo: Buffer | undefined) {
  const { doc } = page
  const colour = shopColours(facts.seller.colour)
  page.artifact(() => {
    doc.rect(0, 0, sheet.width, 6).fill(colour.fill)
  })
  let brandEnd = page.y + 44
  if (logo) page.figure(facts.seller.name, () => doc.image(logo, sheet.left, page.y, { fit: [170, 44] }))
  else brandEnd = page.block('P', facts.seller.name, { size: 16, bold: true, width: 230 })
  const x = 290
  const width = sheet.right - x
  const at = { x, width, bold: true, align: 'right' } as const
  let y = page.block('H1', title, { ...at, y: page.y, size: 20, colour: colour.text })
  if (facts.number) y = page.block('P', facts.number, { ...at, y: y + 1, size: 12 })
  if (facts.title === 'pro-forma')
    y = page.block('P', say('invoices_no_invoice'), { ...at, y: y + 1, colour: '#a3321f' })
  page.y = Math.max(brandEnd, y) + 22
}

function drawParties(page: Page, { seller, customer, ...facts }: InvoiceFacts, say: Say) {
  const { language } = facts
  const country = customer.country && new Intl.DisplayNames(language, { type: 'region' }).of(customer.country)
  const tin = (value: string | null) => value && say('invoices_tin', { number: value })
  const columns: [string, (string | null | undefined | false)[]][] = [
    [
      say('invoices_from'),
      sellerLines(seller, {
        tin: (values) => say('invoices_tin', values),
        vrn: (values) => say('invoices_vrn', values),
      }),
    ],
    [
      say('invoices_to'),
      [
        customer.name,
        customer.contact,
        country,
        tin(customer.tin),
        customer.email,
        customer.phone,
        customer.isExempt &&
          (customer.exemption
            ? say('invoices_exempt_by', { certificate: customer.exemption })
            : say('invoices_exempt')),
      ],
    ],
  ]
  const details: [string, string | null][] = [
    [say('invoices_issued_on'), dayText(facts.issuedOn, language)],
    [say('invoices_tax_point'), facts.byRate.length ? dayText(facts.taxPoint, language) : null],
    [say('invoices_due_on'), facts.dueOn && dayText(facts.dueOn, language)],
    [say('common_reference'), shownReference(facts.reference)],
    [say('invoices_credits'), facts.credits && facts.credits.number],
  ]
  const width = 158
  const top = page.y
  let end = top
  columns.forEach(([heading, values], place) => {
    const x = sheet.left + place * (width + 14)
    let y = page.block('H2', heading, { x, y: top, width, size: 8, bold: true, colour: colours.muted })
    values.forEach((value, at) => {
      if (value) y = page.block('P', value, { x, y: y + 1, width, bold: at === 0 })
    })
    end = Math.max(end, y)
  })
  const x = sheet.left + 2 * (width + 14)
  let y = top
  for (const [label, value] of details) {
    if (!value) continue
    page.add(page.root, 'P', () => {
      y = page.text(label, { x, y, width: sheet.right - x, size: 8, bold: true, colour: colours.muted })
      y = page.text(value, { x, y, width: sheet.right - x }) + 4
    })
  }
  page.y = Math.max(end, y) + 18
}

const percentText = (percent: number | null, language: string) =>
  percent === null ? '–' : `${percent.toLocaleString(language)} %`

/** The quantity of a line and the price of a unit, as it is listed. Null for one unit, and where there is no such price. */
function perUnit({ quantity, unit, price }: TaxedLine, { prices, byRate, currency }: InvoiceFacts, say: Say) {
  if (!unit || quantity === 1 || typeof price !== 'number') return null
  const shown = formatMoney({ amount: price, currency })
  const isNet = prices === 'exclusive' && byRate.length > 0
  return `${quantity} × ${isNet ? say('invoices_price_net', { price: shown }) : shown}`
}

function drawLines(page: Page, facts: InvoiceFacts, say: Say) {
  const { lines, byRate, currency, language } = facts
  const money = (amount: number) => formatMoney({ amount, currency })
  const hasVat = byRate.length > 0
  const columns = hasVat
    ? columnsOf(
        [
          say('invoices_item'),
          say('invoices_quantity'),
          say('invoices_rate'),
          say('invoices_net'),
          say('invoices_vat'),
          say('common_total'),
        ],
        [44, 44, 84, 74, 84],
      )
    : columnsOf([say('invoices_item'), say('invoices_quantity'), say('common_amount')], [60, 110])
  const rows = lines.map((line) => [
    [describeLine(line, language), perUnit(line, facts, say)].filter(Boolean).join('\n'),
    String(line.quantity),
    ...(hasVat ? [percentText(line.percent, language), money(line.net), money(line.vat)] : []),
    money(line.gross),
  ])
  drawTable(page, columns, rows)
  page.y += 8
}

function drawTotals(page: Page, facts: InvoiceFacts, say: Say) {
  const { totals, byRate, currency, language, withheld } = facts
  const money = (amount: number) => formatMoney({ amount, currency })
  const rows: [string, string][] = [
    ...(byRate.length
      ? [
          [say('invoices_total_net'), money(totals.net)] as [string, string],
          ...byRate.map(({ percent, net, vat }): [string, string] => [
            say('invoices_vat_of', { rate: percentText(percent, language), net: money(net) }),
            money(vat),
          ]),
        ]
      : []),
  ]
  const after: [string, string][] = withheld
    ? [
        [say('invoices_withheld'), `-${money(withheld.amount)}`],
        [say('invoices_after_withheld'), money(totals.gross - withheld.amount)],
      ]
    : []
  page.ensure(16 * (rows.length + after.length) + 40)
  const x = 270
  const line = ([label, value]: [string, string], { size = 9.5, bold = false } = {}) => {
    page.add(page.root, 'P', () => {
      const bottom = page.text(label, { x, width: 165, size, bold })
      page.text(value, { x: 437, width: sheet.right - 437, size, bold, align: 'right', tabular: true })
      page.y = bottom + 4
    })
  }
  for (const row of rows) line(row)
  page.rule(page.y, { from: x, colour: colours.ink })
  page.y += 6
  line([say('invoices_total'), money(totals.gross)], { size: 12, bold: true })
  for (const row of after) line(row)
  page.y += 10
}

function drawFoot(page: Page, facts: InvoiceFacts, say: Say) {
  const qr = qrText(facts)
  page.ensure(qr ? 120 : 50)
  const top = page.y
  const left = sheet.left + (qr ? 112 : 0)
  if (qr) page.figure(say('invoices_qr_alt', { text: qr }), () => drawQr(page, qr, sheet.left, top, 96))
  const { payment, fiscal, withheld, title, language, timeZone } = facts
  const code = payment?.code ? [payment.method, payment.code].join(', ') : payment?.method
  const date = payment && dayText(dayInZone(new Date(payment.paidAt), timeZone), language)
  const paid =
    payment &&
    say(title === 'credit-note' ? 'invoices_refunded_with' : 'invoices_paid_with', {
      way: code!,
      date: date!,
    })
  const notes: [string | null | undefined | false, boolean][] = [
    [paid, true],
    [title === 'credit-note' && !payment && say('invoices_kept_as_credit'), true],
    [
      title === 'pro-forma' &&
        say('invoices_pay_with_reference', { reference: shownReference(facts.reference) }),
      true,
    ],
    [fiscal && say('invoices_fiscal', { code: fiscal.code }), false],
    [withheld?.certificate && say('invoices_certificate', { number: withheld.certificate }), false],
    [qr && !fiscal && say('invoices_qr_about'), false],
  ]
  page.y = top + 4
  for (const [note, bold] of notes) {
    if (!note) continue
    page.y = page.block('P', note, { x: left, bold, colour: bold ? colours.ink : colours.muted }) + 5
  }
}

/** Draws a QR code. The quiet zone of four modules is part of the size. */
function drawQr({ doc }: Page, text: string, x: number, y: number, size: number) {
  const { data, size: count } = encode(text, { ecc: 'M', border: 4 })
  const side = size / count
  doc.rect(x, y, size, size).fill('#ffffff')
  data.forEach((row, down) =>
    row.forEach((isDark, across) => {
      // A little overlap, so that no viewer shows lines between the modules.
      if (isDark) doc.rect(x + across * side, y + down * side, side + 0.05, side + 0.05)
    }),
  )
  doc.fill('#000000')
}

function drawPageNumbers(page: Page, name: string, say: Say) {
  const { start, count } = page.doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    page.doc.switchToPage(start + at)
    page.artifact(() => {
      page.text(name, { y: 800, size: 8, colour: colours.muted, width: 380 })
      const number = say('invoices_page', { page: String(at + 1), count: String(count) })
      page.text(number, { x: 400, y: 800, size: 8, colour: colours.muted, align: 'right' })
    })
  }
}
