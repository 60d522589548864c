import { describe, expect, test } from 'vitest'
import { unreadFile } from '../../../statements/unread-file.ts'
import { HEADER, read, reasonOf, rowsOf } from './testing/tables.ts'

/** What the words of tables mean, and what a person is asked. All people, numbers and codes are invented. */

describe('status words', () => {
  const withStatus = (...words: string[]) =>
    `Date,Ref,Details,Credit,Status\n${words.map((word, at) => `20/11/2026,A${at},x,${1000 + at},${word}\n`).join('')}`
  test.each(['Completed', 'SUCCESS', 'Successful', 'Posted', 'ok', ''])('"%s" counts', (word) =>
    expect(rowsOf(withStatus(word))).toHaveLength(1),
  )
  test.each(['Failed', 'DECLINED', 'Cancelled', 'Pending', 'Imeshindikana'])('%s does not', (word) =>
    expect(read(withStatus(word))).toMatchObject({ rows: [], skipped: { failed: 1 }, questions: [] }),
  )
  test.each(['Settled', 'Approved', 'Imekamilika', 'Réglé'])('%s is asked once, and remembered', (word) => {
    const text = withStatus(word, 'Completed', word)
    const asked = read(text)
    expect(asked).toMatchObject({
      rows: [{ code: 'A1' }],
      unread: [{ reason: 'status' }, { reason: 'status' }],
      questions: [{ about: 'status', word, row: 2, count: 2 }],
    })
    const answers = { status: { [word.toLowerCase()]: 'counts' as const } }
    expect(rowsOf(text, { answers })).toHaveLength(3)
    const layouts = { [asked.fingerprint!]: { columns: asked.columns!, answers } }
    expect(read(text, { layouts })).toMatchObject({ rows: [{}, {}, {}], questions: [] })
  })
  test('words that every object has are unknown', () => {
    const text = withStatus('constructor', '__proto__')
    expect(read(text, { answers: { status: {} } })).toMatchObject({ rows: [], questions: [{}, {}] })
  })
  test('Reversed waits for a person', () =>
    expect(rowsOf(withStatus('Reversed'))).toMatchObject([{ doubt: 'taken-back' }]))
})

describe('money that is taken back, or is no payment', () => {
  const said = (details: string, credit = '500', debit = '') =>
    rowsOf(`${HEADER}20/11/2026,A1,${details},${credit},${debit},1\n`)
  test.each([
    'RVSL of charge',
    'Chargeback',
    'CHARGE BACK 77',
    'Refund of levy',
    'Reversal of RKA1TEST03',
    'RTN INWARD 100',
    'Umerudishwa',
    'Malipo yamerudishwa',
    'RTGS RETURN FT26300',
    'EFT RETURNED',
    'REVERSE FT2630042',
    'REV FT2630042',
    'Rev-TIPS FT2630042',
    'Muamala FT2630042 umerejeshwa',
    'Recall of FT2630042',
    'CANCELLED FT2630042',
    'BOUNCED CHQ 000123',
    'CHQ DISHONOURED',
    'Correction of entry',
    'UNPAID CHEQUE 000123',
    'Contre-passation FT2630042',
    'CREDIT IN ERROR',
    'Credited by mistake and to be recovered',
    'Duplicate credit FT26300',
    'Mis-posting of 03 Nov',
    'Pesa zimewekwa kimakosa',
    'Crédit erroné',
    'Virement reçu par erreur',
    'Crédito indevido',
    'Transferência por engano',
    'CHQ DEP 000123 UNCLEARED',
    'Cheque deposit subject to clearing',
    'CHQ 000123 AWAITING CLEARANCE',
    'Cheque under reserve',
    'Chèque crédité sauf bonne fin',
    'Cheque salvo boa cobrança',
    'Annulé',
    // What the bank took for a reversal came back.
    'Reversal charges',
    'Refund fee',
    'Refund charges',
    'Reversal fee refund',
    'REV CHG SMS',
  ])('%s is held', (details) =>
    expect(said(details)).toMatchObject([{ kind: 'incoming', doubt: 'taken-back' }]),
  )
  test.each([
    'Reversal of RKA1TEST03',
    'RVSL RKA1TEST03',
    'RTN INWARD RKA1TEST03',
    'Chargeback RKA1TEST03',
    'REVERSE RKA1TEST03',
    'Reverse transaction RKA1TEST03',
    'REV RKA1TEST03',
    'REV TIPS RKA1TEST03',
    'REV.RKA1TEST03',
    'Rev-RKA1TEST03',
    'RTGS RETURN RKA1TEST03',
    'RETURNED EFT RKA1TEST03',
    'Muamala RKA1TEST03 umerejeshwa',
    'Muamala RKA1TEST03 umerudishiwa',
    'Muamala RKA1TEST03 umebatilishwa',
    'UNPAID CHEQUE',
    'Chq 000123 unpaid',
    'Recall of RKA1TEST03',
    'Cancelled RKA1TEST03',
    'Cancellation',
    'BOUNCED CHEQUE',
    'DISHONOURED CHEQUE',
    'Correction of entry',
    'Rejet RKA1TEST03',
    'REFER TO DRAWER A1',
    'Referred to drawer chq 4711',
    'CHQ 000123 INSUFFICIENT FUNDS',
    'Payment stopped RKA1TEST03',
    'ERRONEOUS CREDIT RKA1TEST03',
    'Credit posted in error RKA1TEST03',
    'Excess credit RKA1TEST03',
    'DEBIT ADJ RKA1TEST03',
    'Malipo RKA1TEST03 yaliyofanyika kwa makosa',
    'Estorno RKA1TEST03',
    'Devolução RKA1TEST03',
    'Cheque devolvido RKA1TEST03',
    'Anulação RKA1TEST03',
    'Chèque impayé RKA1TEST03',
    'Retour de chèque RKA1TEST03',
  ])('%s that went out takes back', (details) =>
    expect(said(details, '', '500')).toMatchObject([{ kind: 'reversal', amount: '500' }]),
  )
  test.each([
    'Loan disbursement',
    'LN DISB 00123',
    'LOANS AND ADVANCES DISB',
    'OD DRAWDOWN',
    'Mkopo wa kikundi',
    'Commission for October',
    'Credit interest',
    'Interest',
    'INT.CAPITALISATION',
    'Int Cr 30/11',
    'Gawio',
    'From your savings account',
    'SWEEP FROM SAVINGS',
    'Kutoka akaunti ya akiba',
    'Own a/c transfer',
    'FD MATURITY PROCEEDS',
    'Matured fixed deposit',
    'Mshahara',
    'SALARIES OCT',
    'Merchant to Utility',
    'Organization Settlement Acknowledgement',
    'Business Deposit at agent 12345',
    'Merchant Account to Organization Settlement',
    'POS SETTLEMENT',
    'Being POS settlement of 03/11/2026',
    'Settlement of card transactions',
    'VISA ACQ SETTLEMENT 0311',
    'Till daily settlement',
    'Agent payout November',
    'Remise TPE 0311',
    'Fecho TPA 0311',
  ])('%s is held', (details) => expect(said(details)).toMatchObject([{ doubt: 'no-payment' }]))
  test.each([
    'TIPS NEEMA MUSHI',
    'Rev. J MUSHI',
    'REVEREND OFFICE 12',
    'Malipo ya hosting',
    'Unpaid balance of October',
    'AKIBA COMMERCIAL BANK NEEMA MUSHI',
    'INTERNATIONAL SCHOOL',
    'Invoice 4471',
    'INWARD TISS FROM NBC NEEMA',
    'REVERSE PARKING LTD',
    'pay bill from 255711000401 - REFUND AGENCY',
    'BACKCHARGE LTD',
    'Settlement of invoice 12',
    'TERROR FILMS LTD',
    'CLEARED CHQ 000123',
    'POSTA TIPS NEEMA',
    'Adjusta Motors',
  ])('%s has paid', (details) => expect(said(details)).toMatchObject([{ kind: 'incoming', doubt: null }]))
  test.each(['Reversal charge', 'Fee for reversal RKA1TEST03'])('%s takes nothing back', (details) =>
    expect(said(details, '', '33')).toEqual([]),
  )
  test('a mark at the receipt number takes back', () => {
    const text = `${HEADER}20/11/2026,RKA1TEST03\\REV,TIPS,,500,1\n`
    expect(rowsOf(text)).toMatchObject([{ kind: 'reversal', amount: '500' }])
  })
  test('the column of the linked number names the payment', () => {
    const text =
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID\nRKA1TEST09,2026-11-20 10:00:00,Reversal,Completed,,-500.00,RKA1TEST03\n'
    expect(rowsOf(text)).toMatchObject([{ kind: 'reversal', original: 'RKA1TEST03' }])
  })
  test('a receipt number that a spreadsheet has rounded is lost', () => {
    const text = `${HEADER}20/11/2026,1.23457E+11,x,500,,1\n20/11/2026,"1,2E11",x,500,,1\n`
    expect(rowsOf(text)).toMatchObject([
      { code: null, doubt: 'no-code' },
      { code: null, doubt: 'no-code' },
    ])
  })
})

test('an unknown layout waits for its columns, and is read with them', () => {
  const text = 'Zeit;Was die Bank sagt;Geld;Von\n20/11/2026;MALIPO X1;1,000.00;NURU\n20/11/2026;ADA;-20;\n'
  const unknown = read(text)
  expect(unknown).toMatchObject({
    columns: null,
    rows: [],
    header: ['Zeit', 'Was die Bank sagt', 'Geld', 'Von'],
  })
  expect(unknown.sample).toHaveLength(2)
  const chosen = read(text, { chosen: { date: 0, details: 1, amount: 2, party: 3 } })
  expect(chosen.rows).toMatchObject([{ at: '2026-11-20', amount: '1000.00', name: 'NURU' }])
  expect(chosen.skipped.out).toBe(1)
})

test('what was not read is a file that has the same layout, and is read once it is mended', () => {
  const text = `${HEADER}31/02/2026,A1,"=x, y",500,,1\n20/11/2026,A2,y,700,,1\n`
  const { header, unread, fingerprint } = read(text)
  const file = unreadFile(header, unread, () => 'No date.')
  expect(file).toContain(`"'=x, y"`)
  const mended = read(file.replace('31/02/2026', '21/02/2026'))
  expect(mended).toMatchObject({ fingerprint, rows: [{ code: 'A1', amount: '500' }], header })
})

test.each([
  ['no header', '1,2,3\n4,5,6\n', 'no-columns'],
  ['nothing', '\n \n', 'empty'],
  ['a PDF', '%PDF-1.7', 'pdf'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old-excel'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]), 'binary'],
  ['other XML', '<?xml version="1.0"?><a/>', 'xml'],
  ['many rows', `Date,Details,Credit\n${'20/04/2026,x,500\n'.repeat(20_001)}`, 'too-many-rows'],
  ['a million rows', '1,2\n'.repeat(1_000_000), 'too-many-rows'],
])('%s is refused', (_, text, reason) => expect(reasonOf(text)).toBe(reason))

test('the last row of a file that ends within it is not read', () => {
  const text = `${HEADER}20/11/2026,A1,x,500,,1\n20/11/2026,A2,y,5000`
  expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], unread: [{ row: 3, reason: 'cells' }] })
})

describe('a bank that nobody has described is read after few answers', () => {
  test('a table in German with its own words: one answer', () => {
    const text = `Beispielbank eG;;;\nDate;Buchungsart;Text;Amount\n20/11/2026;Gutschrift;MIETE JUMA;1.250,50\n21/11/2026;Lastschrift;STROM;80,00\n22/11/2026;Gutschrift;MIETE ASHA;2.000,00\n`
    expect(read(text)).toMatchObject({ columns: null, header: ['Date', 'Buchungsart', 'Text', 'Amount'] })
    const chosen = { date: 0, direction: 1, details: 2, amount: 3 }
    expect(read(text, { chosen }).questions.map(({ word }) => word)).toEqual(['Gutschrift', 'Lastschrift'])
    const answers = { direction: { gutschrift: 'in', lastschrift: 'out' } } as const
    expect(read(text, { chosen, answers })).toMatchObject({
      rows: [{ amount: '1250.50' }, { amount: '2000.00' }],
      skipped: { out: 1 },
      questions: [],
    })
  })
  test('a wallet with columns of its own: none', () => {
    const text = `Trans ID,Transaction Date,Sender,Remarks,Amount In,Amount Out,Running Balance,Payment Status\nPZ77001,2026-11-20 08:01,255711000401 - ASHA MREMA,K7M,5000,,15000,SUCCESS\nPZ77002,2026-11-20 09:00,,Fee,,100,14900,SUCCESS\n`
    expect(read(text)).toMatchObject({
      rows: [{ code: 'PZ77001', amount: '5000', name: 'ASHA MREMA', phone: '255711000401' }],
      questions: [],
      unread: [],
      proof: { breaks: [], expected: '14900' },
    })
  })
  test('a registry of payments with words in Swahili: one answer', () => {
    const text = `Tarehe\tMuamala\tMaelezo\tKiasi\tAina\tHali\n20/11/2026\tQQ1\tKodi\t75 000\tIngia\tImekamilika\n21/11/2026\tQQ2\tUmeme\t5 000\tToa\tImekamilika\n`
    const asked = read(text)
    expect(asked.questions).toMatchObject([{ about: 'status', word: 'Imekamilika' }])
    expect(read(text, { answers: { status: { imekamilika: 'counts' } } })).toMatchObject({
      rows: [{ code: 'QQ1', amount: '75000' }],
      skipped: { out: 1 },
      questions: [],
    })
  })
})

describe('a receipt number that a spreadsheet has changed', () => {
  const one = (code: string, amount = '500.00') =>
    read(`Date;Reference;Details;Credit;Debit;Balance\n20/11/2026;${code};MALIPO;${amount};;${amount}\n`)
  test.each(['1.23457E+11', '9,9E+10', '2E+12', "'1.5E+11"])('%s is held, and is no code', (code) =>
    expect(one(code).rows).toMatchObject([{ code: null, doubt: 'no-code' }]),
  )
  test.each([
    ['12,345,678,901.00', '12345678901'],
    ['26110312345.0', '26110312345'],
  ])('%s is %s', (written, code) => expect(one(written).rows).toMatchObject([{ code, doubt: null }]))
  test.each(['12,345,678,901.00', '98,765,432,109', '10000000000.00'])(
    'an amount of %s is no payment',
    (amount) => expect(one('RT1234567', amount)).toMatchObject({ rows: [], unread: [{ reason: 'amount' }] }),
  )
})
