import { describe, expect, test } from 'vitest'
import { type Given, HEADER, read, rowsOf } from './testing/tables.ts'

/** What tables of banks say. All people, numbers and codes are invented. */

const organisation = `Organisation statement
Short Code,700700
Period,"01-11-2026 - 30-11-2026"

Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,A/C No.
RKA1TEST01,05-11-2026 10:00:00,05-11-2026 09:59:58,Pay Bill from 254711000401 - ZAWADI KOECH Acc. DUKA77,Completed,"1,200.00",,"11,200.00",254711000401 - ZAWADI KOECH,DUKA77
RKA1TEST01,05-11-2026 10:00:00,05-11-2026 09:59:58,Pay Bill Charge,Completed,,-33.00,"11,167.00",,
RKA1TEST02,05-11-2026 11:00:00,05-11-2026 10:59:58,Pay Bill from 254711****02 - MOSES T,Failed,"9,000.00",,"11,167.00",254711****02 - MOSES T,DUKA78
RKA1TEST03,05-11-2026 12:00:00,05-11-2026 11:59:58,Withdrawal,Completed,,"-5,000.00","6,167.00",,
RKA1TEST04,05-11-2026 13:00:00,05-11-2026 12:59:58,Reversal of RKA1TEST03,Completed,"5,000.00",,"11,167.00",,
`

test('an organisation export below a preamble: what came in, without charges, withdrawals and failed rows', () => {
  const statement = read(organisation)
  expect(statement.rows).toMatchObject([
    {
      row: 6,
      at: '2026-11-05T10:00:00',
      amount: '1200.00',
      code: 'RKA1TEST01',
      name: 'ZAWADI KOECH',
      phone: '254711000401',
      reference: 'DUKA77',
      balance: '11200.00',
      doubt: null,
    },
    { code: 'RKA1TEST04', amount: '5000.00', doubt: 'taken-back' },
  ])
  expect(statement.skipped).toEqual({ out: 2, failed: 1, balance: 0 })
  expect(statement.sums).toEqual({ in: '6200', out: '5033' })
  expect(statement.period).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(statement.proof).toEqual({ opening: '10000', closing: '11167', expected: '11167', breaks: [] })
})

describe('delimiters, quotes and encodings', () => {
  const money = { amount: '75000.00', code: 'AB12' }
  test.each([
    ['a mark within a cell', `${HEADER}03/11/2026,AB12,5" pipe,"75,000.00",,"75,000.00"\n`],
    ['two marks', `${HEADER}03/11/2026,AB12,"5"" pipe, 2 m","75,000.00",,"75,000.00"\n`],
    ['a mark behind a word', `${HEADER}03/11/2026,AB12,the "large" one,"75,000.00",,"75,000.00"\n`],
    ['a line break in a cell', `${HEADER}03/11/2026,AB12,"pipe\n5 m","75,000.00",,"75,000.00"\n`],
    [
      'semicolons, and many commas in one text',
      `${HEADER.replaceAll(',', ';')}03/11/2026;AB12;a, b, c, d, e, f, g, h;75,000.00;;75,000.00\n`,
    ],
    ['tabs', `${HEADER.replaceAll(',', '\t')}03/11/2026\tAB12\tx\t75,000.00\t\t75,000.00\n`],
    ['tildes', `${HEADER.replaceAll(',', '~')}03/11/2026~AB12~x~75,000.00~~75,000.00\n`],
    ['a named sign', `sep=:\n${HEADER.replaceAll(',', ':')}03/11/2026:AB12:x:75,000.00::75,000.00\n`],
  ])('%s', (_, text) => expect(rowsOf(text)).toMatchObject([money]))

  test.each([
    ['an open mark', '03/11/2026,B1,"open,500,,1'],
    ['an open mark before a quoted row', '03/11/2026,B1,"open,500,,1\n03/11/2026,B2,"b, c",700,,1'],
    ['a cell too many', '03/11/2026,B1,a, b,500,,1'],
  ])('%s loses one row at most', (_, broken) => {
    const text = `${HEADER}03/11/2026,A1,x,1000,,1\n${broken}\n03/11/2026,A2,y,2000,,1\n`
    const { rows, unread } = read(text)
    expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(['A1', 'A2']))
    expect(rows.length + unread.length).toBe(text.trim().split('\n').length - 1)
    expect(unread.length).toBeLessThan(2)
  })

  const accented = `${HEADER}03/11/2026,AB12,Zoë & Café,"75,000.00",,1\n`
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${accented}`)],
    ['UTF-16, little endian', Buffer.from(`\uFEFF${accented}`, 'utf16le')],
    ['UTF-16, big endian', Buffer.from(`\uFEFF${accented}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(accented, 'utf16le')],
    ['Windows-1252', Buffer.from(accented, 'latin1')],
  ])('%s', (_, bytes) => {
    expect(read(bytes).rows).toMatchObject([{ ...money, details: 'Zoë & Café' }])
  })
})

describe('amounts', () => {
  const one = (cell: string, other = '1') => read(`${HEADER}03/11/2026,AB12,x,"${cell}",,"${other}"\n`)
  test.each([
    ['1,200.00', '1200.00'],
    ['75,000/=', '75000'],
    ['75,000.00 TZS', '75000.00'],
    ['TSh 45 500', '45500'],
    ['75.000,00', '75000.00'],
    ['1.234.567', '1234567'],
    ['2000 CR', '2000'],
  ])('%s is %s', (cell, amount) => expect(one(cell).rows).toMatchObject([{ amount }]))

  test.each(['-33.00', '(33.00)', '500.00-'])('%s went out', (cell) =>
    expect(one(cell)).toMatchObject({ rows: [], skipped: { out: 1 } }),
  )
  test.each(['45, 500.00', '1,50,000.00', '=1+1', '45K', '12,345,678,901.00', '15.0.00'])(
    '%s is not guessed',
    (cell) => expect(one(cell)).toMatchObject({ rows: [], unread: [{ row: 2, reason: 'amount' }] }),
  )
  test.each(['15.000', '45.500', '1.000'])(
    '%s is asked, and read as answered or as the file proves',
    (cell) => {
      const asked = one(cell)
      expect(asked.rows).toEqual([])
      expect(asked.questions).toEqual([{ about: 'decimals', word: cell, row: 2, count: 1 }])
      const whole = cell.replace('.', '')
      const text = `${HEADER}03/11/2026,AB12,x,${cell},,\n`
      expect(rowsOf(text, { answers: { decimals: 'comma' } })).toMatchObject([{ amount: whole }])
      expect(Number(rowsOf(text, { answers: { decimals: 'point' } })[0]!.amount)).toBe(Number(cell))
      expect(one(cell, '9.999,50').rows).toMatchObject([{ amount: whole }])
    },
  )
  test('three decimals in a file that proves a point are not guessed', () => {
    expect(one('15.000', '9,999.50')).toMatchObject({ rows: [], unread: [{ reason: 'amount' }] })
  })
})

describe('days', () => {
  const at = (written: string, given?: Given) =>
    read(`Date,Reference,Details,Credit\n${written},A1,x,500\n`, given)
  test.each([
    ['2026-09-21 10:32:00', '2026-09-21T10:32:00'],
    ['05-09-2026 10:00:00', '2026-09-05T10:00:00', 'day'],
    ['15/01/2026 09:30:47', '2026-01-15T09:30:47'],
    ['01/11/26 10:30 PM', '2026-11-01T22:30'],
    ['2026/11/03', '2026-11-03'],
    ['20261103', '2026-11-03'],
    ['"Nov 3, 2026"', '2026-11-03'],
    ['3/11/2026 9:05 p.m.', '2026-11-03T21:05'],
    ['03/11/2026 1:05:33 p.m.', '2026-11-03T13:05:33'],
    ['46329', '2026-11-03'],
    ['2026-11-03T09:05:00Z', '2026-11-03T09:05:00Z'],
  ])('%s is %s', (written, day, dates?: string) =>
    expect(at(written, dates ? { answers: { dates: 'day' } } : {}).rows).toMatchObject([{ at: day }]),
  )
  test.each(['31/02/2026', '30/02/2026 10:00', '2026-13-01', '15/01/1900', '15/01/2099', '10/10/2026 25:00'])(
    '%s is no day, and only its row is lost',
    (written) => {
      const text = `Date,Details,Credit\n${written},x,500\n20/11/2026,y,700\n`
      const { rows, unread } = read(text)
      expect(rows).toMatchObject([{ amount: '700' }])
      expect(unread).toMatchObject([{ row: 2, reason: 'date' }])
    },
  )
  test.each([
    ['nothing proves', ['03/05/2026', '05/06/2026'], undefined],
    ['a day alone', ['03/05/2026'], undefined],
    ['a number over 12', ['03/05/2026', '10/15/2026'], '2026-03-05'],
    ['the day over 12', ['03/05/2026', '15/10/2026'], '2026-05-03'],
    ['the future', ['12/05/2026', '03/05/2026'], '2026-05-12'],
    ['one month', ['03/05/2026', '04/05/2026'], '2026-05-03'],
    ['the last weeks', ['03/11/2026'], '2026-11-03'],
    ['one day of each month', ['01/05/2026', '02/05/2026', '03/05/2026'], undefined],
    ['one day of each month, the newest first', ['04/11/2026', '03/11/2026', '02/11/2026'], undefined],
    ['one day of each month, and a month missing', ['05/03/2026', '01/04/2026', '09/05/2026'], '2026-03-05'],
    ['one day of each month, in order both ways', ['03/05/2026', '04/06/2026', '06/08/2026'], undefined],
    ['two rows of a day', ['01/05/2026', '02/05/2026', '02/05/2026', '03/05/2026'], '2026-05-01'],
  ])('the order of day and month, with %s', (_, days, first) => {
    const text = `Date,Details,Credit\n${days.map((day) => `${day},x,500\n`).join('')}`
    const statement = read(text)
    if (first) return expect(statement.rows[0]!.at).toBe(first)
    expect(statement.questions).toMatchObject([{ about: 'dates', word: days[0], count: days.length }])
    expect(statement.rows).toEqual([])
    const [month, day, year] = days[0]!.split('/')
    expect(rowsOf(text, { answers: { dates: 'month' } })[0]!.at).toBe(`${year}-${month}-${day}`)
    return undefined
  })
  test.each([
    ['a day ahead of the others', ['11/01/2026', '11/12/2026'], 'month', '2026-11-01'],
    ['a day ahead alone', ['12/05/2027'], 'day', '2027-05-12'],
    ['two days ahead in one month', ['01/12/2026', '02/12/2026'], 'month', '2026-01-12'],
    ['years first in two digits', ['26/11/24', '26/11/25'], 'year', '2026-11-24'],
    ['years first with hyphens and a clock', ['26-10-02 09:05'], 'year', '2026-10-02T09:05'],
    ['years first in each of three months', ['26.09.21', '26.10.21', '26.11.21'], 'year', '2026-09-21'],
    ['days that may be years', ['26/11/24'], 'day', '2024-11-26'],
  ] as const)('%s are asked once', (_, days, dates, first) => {
    const text = `Date,Details,Credit\n${days.map((day) => `${day},x,500\n`).join('')}`
    const statement = read(text, {})
    expect(statement).toMatchObject({ rows: [], questions: [{ about: 'dates', count: days.length }] })
    expect(rowsOf(text, { answers: { dates } })[0]!.at).toBe(first)
  })
  test.each([
    ['days of this month that are no years', ['03/11/26', '24/11/26'], '2026-11-03'],
    ['days of the last week that may be years', ['24/11/26', '25/11/26'], '2026-11-24'],
    ['a day above the years', ['26/10/24', '28/10/24'], '2024-10-26'],
    ['months first that are proved', ['11/24/26'], '2026-11-24'],
  ])('%s are read', (_, days, first) => {
    const text = `Date,Details,Credit\n${days.map((day) => `${day},x,500\n`).join('')}`
    const { rows, questions } = read(text)
    expect([rows[0]?.at, rows.length, questions]).toEqual([first, days.length, []])
  })
  test('the answer that years are first says nothing of longer dates', () => {
    const text = 'Date,Details,Credit\n26/11/24,x,500\n03/05/2026,y,700\n'
    expect(read(text, { answers: { dates: 'year' } })).toMatchObject({
      rows: [{ at: '2026-11-24' }],
      questions: [{ about: 'dates', word: '03/05/2026', count: 1 }],
    })
  })
  test.each([
    ['without signs', ['210533', '90500', '533'], ['21:05:33', '09:05:00', '00:05:33']],
    ['without signs and seconds', ['2105', '905', '0030'], ['21:05', '09:05', '00:30']],
    ['with points', ['21.05', '9.05', '0.30'], ['21:05', '09:05', '00:30']],
    ['with points and seconds', ['21.05.33', '09.05.00'], ['21:05:33', '09:05:00']],
    ['with points and halves', ['9.05 PM', '12.30.10 am'], ['21:05', '00:30:10']],
    ['as parts of a day', ['0.878', '0.5', '0'], ['21:04:19', '12:00:00', '00:00:00']],
    ['with hours named', ['2105 hrs', '21H05', '09:05 hrs'], ['21:05', '21:05', '09:05']],
  ])('clocks %s', (_, clocks, expected) => {
    const lines = clocks.map((clock, at) => `20/11/2026,${clock},A${at},x,500\n`)
    const { rows, unread } = read(`Date,Time,Ref,Details,Credit\n${lines.join('')}`)
    expect({ rows, unread }).toMatchObject({
      rows: expected.map((clock) => ({ at: `2026-11-20T${clock}` })),
      unread: [],
    })
  })
  test('a clock that may be two is left out, and one that is none loses its row', () => {
    const one = (clock: string, date = '20/11/2026') =>
      read(`Date,Time,Ref,Details,Credit\n${date},${clock},A1,x,500\n`)
    expect(one('0.30').rows).toMatchObject([{ at: '2026-11-20' }])
    for (const clock of ['246061', '25.05', '2575'])
      expect(one(clock)).toMatchObject({ rows: [], unread: [{ reason: 'date' }] })
  })
  test('a day with a clock of its own', () => {
    const one = (date: string, clock: string) =>
      read(`Date,Time,Ref,Details,Credit\n${date},${clock},A1,x,500\n`)
    expect(one('2026-11-20 00:00:00', '210533').rows).toMatchObject([{ at: '2026-11-20T21:05:33' }])
    expect(one('2026-11-20 21:05:33', '21.05').rows).toMatchObject([{ at: '2026-11-20T21:05:33' }])
    expect(one('46346', '0.878').rows).toMatchObject([{ at: '2026-11-20T21:04:19' }])
    expect(one('2026-11-20 21:05:33', '09:05').unread).toMatchObject([{ reason: 'date' }])
  })
  test('day and clock in two columns', () => {
    const text = 'Date,Time,Details,Credit\n20/11/2026,9:05 PM,x,500\n'
    expect(rowsOf(text)).toMatchObject([{ at: '2026-11-20T21:05' }])
  })
})

describe('the currency', () => {
  const one = (cell: string, amount = '500', header = 'Credit', currency?: string) =>
    read(`Date,Reference,Details,${header},Currency\n20/11/2026,A1,x,"${amount}","${cell}"\n`, { currency })
  test.each([
    ['Ksh', 'KES'],
    ['TSH', 'TZS'],
    ['FBU', 'BIF'],
    ['tshs.', 'TZS'],
    ['US$', 'USD'],
    ['FC', 'CDF'],
    ['JPY', 'JPY'],
    ['TZS - Tanzanian Shilling', 'TZS'],
    ['Francs rwandais', 'RWF'],
    ['', null],
  ])('a column "%s" is %s', (cell, currency) => expect(one(cell).rows).toMatchObject([{ currency }]))
  test.each(['KSX', 'Local', '???', 'USD TZS', 'constructor'])('a column "%s" is not guessed', (cell) =>
    expect(one(cell)).toMatchObject({ rows: [], unread: [{ reason: 'currency' }] }),
  )
  test.each([
    ['USD', 'TZS 500', 'Credit'],
    ['', 'USD 500', 'Credit (TZS)'],
    ['Ksh', '500', 'Credit (TZS)'],
    ['Shs', 'USD 500', 'Credit'],
  ])('"%s" beside %s below "%s" contradict each other', (cell, amount, header) =>
    expect(one(cell, amount, header)).toMatchObject({ rows: [], unread: [{ reason: 'currency' }] }),
  )
  test('"Shs" is that of the shop, where it is one', () => {
    expect(one('Shs', '500', 'Credit', 'TZS').rows).toMatchObject([{ currency: null }])
    expect(one('Shs', '500', 'Credit (Tsh)', 'USD').rows).toMatchObject([{ currency: 'TZS' }])
    expect(one('Shs', '500', 'Credit', 'USD')).toMatchObject({ rows: [], unread: [{ reason: 'currency' }] })
  })
  test.each([
    ['Credit (TZS)', 'TZS'],
    ['Paid In (Ksh)', 'KES'],
    ['Lodgements [USD]', 'USD'],
    ['Deposits (in UGX)', 'UGX'],
    ['Credit Amount_TZS', 'TZS'],
    ['Credit US$', 'USD'],
    ['Pesa zilizoingia (Tsh)', 'TZS'],
    ['Kiasi kilichoingia TZS', 'TZS'],
    ['Zilizoingia (TZS)', 'TZS'],
    ['Crédit (CDF)', 'CDF'],
    ['Montant crédit (FBu)', 'BIF'],
    ['Encaissements (en USD)', 'USD'],
    ['Crédito (MZN)', 'MZN'],
    ['Entradas (MT)', 'MZN'],
    ['Valor a crédito (em MZN)', 'MZN'],
    ['Credit (/=)', null],
    ['Credit', null],
  ])('a header "%s" is read, in %s', (header, currency) => {
    expect(one('', '500', header, 'TZS')).toMatchObject({ rows: [{ amount: '500', currency }], unread: [] })
  })
})

describe('headers of other languages', () => {
  test.each([
    [
      'French',
      'Date opération;Libellé;Référence;Débit (CDF);Crédit (CDF);Solde (CDF)',
      '20/11/2026;x;A1;;500;1500',
    ],
    ['French, one column', "Date de l'opération;Libellé;N° pièce;Montant;Sens", '20/11/2026;x;A1;500;Crédit'],
    [
      'Portuguese',
      'Data movimento;Descrição;Referência;Débito;Crédito;Saldo contabilístico',
      '20/11/2026;x;A1;;500;1500',
    ],
    [
      'Portuguese, one column',
      'Data;Descritivo;Nº documento;Valor (MZN);Natureza',
      '20/11/2026;x;A1;500;Crédito',
    ],
    [
      'Swahili',
      'Tarehe ya muamala;Maelezo ya muamala;Namba ya kumbukumbu;Fedha zilizotoka (TZS);Fedha zilizoingia (TZS);Salio (TZS)',
      '20/11/2026;x;A1;;500;1500',
    ],
    [
      'Swahili, one column',
      'Siku;Maelezo;Namba ya risiti;Kiasi (Tsh);Mwelekeo',
      '20/11/2026;x;A1;500;Imeingia',
    ],
    [
      'English',
      'Txn Dt;Tran Particulars;Reference;Withdrawals (TZS);Lodgements (TZS);Balance (TZS)',
      '20/11/2026;x;A1;;500;1500',
    ],
  ])('%s', (_, header, line) => {
    const { rows, questions, unread } = read(`${header}\n${line}\n`)
    expect({ rows, questions, unread }).toMatchObject({
      rows: [{ at: '2026-11-20', code: 'A1', amount: '500', details: 'x' }],
      questions: [],
      unread: [],
    })
  })
  test('what went out in other languages is out', () => {
    for (const word of ['Débit', 'Débito', 'Saída', 'Imetoka'])
      expect(read(`Data;Descritivo;Valor;Natureza\n20/11/2026;x;500;${word}\n`)).toMatchObject({
        rows: [],
        skipped: { out: 1 },
        questions: [],
      })
  })
})

describe('who paid', () => {
  test.each(['Name', 'Full name', 'Payer', 'Client Name', 'Remitter', 'Jina la mlipaji'])(
    'a column "%s"',
    (column) =>
      expect(rowsOf(`Date,Ref,Details,${column},Credit\n20/11/2026,A1,cash,Asha Mwangi,500\n`)).toMatchObject(
        [{ name: 'Asha Mwangi' }],
      ),
  )
  test('the payer, beside a name', () =>
    expect(
      rowsOf('Date,Ref,Name,Paid by,Credit\n20/11/2026,A1,Duka Savings,Asha Mwangi,500\n'),
    ).toMatchObject([{ name: 'Asha Mwangi' }]))
})

describe('which way money went', () => {
  const typed = (...words: string[]) =>
    `Date,Ref,Type,Amount\n${words.map((word, at) => `20/11/2026,A${at},${word},${1000 + at}\n`).join('')}`
  test.each(['IN', 'CR', 'Credit', 'Deposit', '+', 'Cash in', 'C'])('%s is in', (word) =>
    expect(read(typed(word, 'OUT'))).toMatchObject({ rows: [{ amount: '1000' }], skipped: { out: 1 } }),
  )
  test.each(['OUT', 'DR', 'Debit', 'Charge', '-', 'Cash out', 'Withdrawal', 'D'])('%s is out', (word) =>
    expect(read(typed(word, 'IN'))).toMatchObject({ rows: [{ amount: '1001' }], skipped: { out: 1 } }),
  )
  test.each(['Zawadi', 'B2C', 'Merchant settlement'])('%s is asked, and never taken as out', (word) => {
    const text = typed(word, 'IN')
    expect(read(text)).toMatchObject({
      rows: [{ amount: '1001' }],
      skipped: { out: 0 },
      unread: [{ row: 2, reason: 'direction' }],
      questions: [{ about: 'direction', word, row: 2, count: 1 }],
    })
    const answers = { direction: { [word.toLowerCase()]: 'in' as const } }
    expect(read(text, { answers })).toMatchObject({ rows: [{ amount: '1000' }, {}], questions: [] })
  })
  test('signs and marks of one column of amounts', () => {
    const signed = read('Date,Details,Amount\n20/11/2026,x,+1000\n20/11/2026,y,-20\n20/11/2026,z,(30)\n')
    expect(signed).toMatchObject({ rows: [{ amount: '1000' }], skipped: { out: 2 } })
    const marked = read('Date,Details,Amount\n20/11/2026,x,1000 CR\n20/11/2026,y,20 DR\n20/11/2026,z,5\n')
    expect(marked).toMatchObject({
      rows: [{ amount: '1000' }],
      skipped: { out: 1 },
      unread: [{ row: 4, reason: 'no-direction' }],
    })
  })
  const inColumns = (credit: string, debit: string) =>
    read(`${HEADER}20/11/2026,A1,x,"${credit}","${debit}",1\n`)
  test.each(['10.00 DR', 'DR 500.00', '5,000.00 D', '75,000/= Dr.', '500.00Dr', '-500.00 CR', '(500.00) CR'])(
    '%s in the column of what came in contradicts it',
    (cell) => expect(inColumns(cell, '')).toMatchObject({ rows: [], unread: [{ reason: 'no-direction' }] }),
  )
  test.each(['500.00 CR', 'CR 500.00', '5,000.00 C', '500.00Cr.'])(
    '%s in the column of what went out contradicts it',
    (cell) =>
      expect(inColumns('', cell)).toMatchObject({
        rows: [],
        unread: [{ reason: 'no-direction' }],
        skipped: { out: 0 },
      }),
  )
  test('marks that agree with their columns are read', () => {
    expect(inColumns('500.00 CR', '0.00 DR')).toMatchObject({ rows: [{ amount: '500.00' }], unread: [] })
    expect(inColumns('0.00 CR', '500.00 DR')).toMatchObject({ rows: [], unread: [], skipped: { out: 1 } })
    expect(inColumns('-500.00 DR', '')).toMatchObject({ rows: [], unread: [], skipped: { out: 1 } })
  })
  test('a mark that contradicts the column of directions is not guessed', () => {
    const text =
      'Date,Ref,Type,Amount\n20/11/2026,A1,CR,500 DR\n20/11/2026,A2,DR,700 CR\n20/11/2026,A3,CR,900 CR\n'
    expect(read(text)).toMatchObject({
      rows: [{ code: 'A3' }],
      unread: [{ reason: 'no-direction' }, { reason: 'no-direction' }],
    })
  })
  test('one column of amounts without signs or directions is not guessed', () => {
    const text = 'Date,Details,Amount\n20/11/2026,x,1000\n20/11/2026,y,20\n'
    expect(read(text)).toMatchObject({ columns: null, rows: [] })
  })
  test('money in and money out in one row are not guessed', () => {
    const text = `${HEADER}20/11/2026,A1,x,500,20,1\n`
    expect(read(text)).toMatchObject({ rows: [], unread: [{ reason: 'both-directions' }] })
  })
})

describe('balances and totals', () => {
  const day = '20/11/2026'
  test.each([
    'OPENING BALANCE',
    'Balance brought forward',
    'BALANCE B/F',
    'Brought forward',
    'B/F',
    'Salio la kuanzia',
    'Closing Balance',
    'Total',
    'TOTAL CREDITS',
    'Jumla',
    'Bal B/Fwd',
    'B/FWD',
    'Balance brought f/wd',
    'Salio kianzio',
    'Monthly total credits',
    'Op. Balance',
    'Account opening balance',
    'Opening Book Balance',
    'Opening balance as at 01/11/2026',
    'Salio la nyuma',
    'Salio anzia',
    "Solde d'ouverture",
    'Solde précédent',
    'Total for the month',
    'Total credits for November 2026',
    'Jumla ya zilizoingia',
  ])('%s is no money', (words) => {
    const text = `${HEADER}${day},,${words},500000.00,,500000.00\n${day},A1,pay,1000,,501000\n`
    expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], skipped: { balance: 1 }, unread: [] })
  })
  test.each(['Balance', 'TOTAL', 'Balance b/f'])('%s that may be what a payer wrote is shown', (words) => {
    const text = `${HEADER}${day},A1,x,1000,,2000\n${day},,${words},700,,2700\n`
    expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], unread: [{ row: 3, reason: 'opening' }] })
  })
  test.each([
    ['OPENING BALANCE', '01112026'],
    ['Opening Balance', 'OB01'],
    ['Balance B/F', 'OB01'],
    ['Bal B/Fwd', '0001'],
    ['Salio la nyuma', 'S1'],
    ['Account opening balance', '77'],
    ["Solde d'ouverture", 'SO1'],
    ['Balance B/F 01 Nov 2026', 'OB02'],
  ])('%s with the number %s in place of a receipt number is shown', (words, code) => {
    const text = `Date,Reference,Details,Credit,Debit\n${day},${code},${words},500000.00,\n${day},A1,pay,1000,\n`
    expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], unread: [{ row: 2, reason: 'opening' }] })
  })
  test.each(['Bal B/Fwd', 'B/FWD', 'Op. Balance', 'Salio la nyuma', 'Opening Book Balance'])(
    '%s without a column of balances is no money',
    (words) => {
      const text = `Date,Reference,Details,Credit,Debit\n${day},,${words},500000.00,\n${day},A1,pay,1000,\n`
      expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], skipped: { balance: 1 }, unread: [] })
    },
  )
  test.each(['Total for the month', 'Jumla ya zilizoingia'])(
    '%s without a column of balances is shown',
    (words) => {
      const text = `Date,Reference,Details,Credit,Debit\n${day},,${words},500000.00,\n${day},A1,pay,1000,\n`
      expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], unread: [{ row: 2, reason: 'opening' }] })
    },
  )
  test.each([
    'Closing sale payment',
    'Salio Juma',
    'Last payment for domain',
    'Balance of invoice 12',
    'CD SHOP',
    'B D MUSHI',
  ])('%s with a receipt number has paid', (words) =>
    expect(rowsOf(`${HEADER}${day},A1,${words},700,,2700\n`)).toHaveLength(1),
  )
  test.each(['Balance of invoice 12', 'Opening balance NEEMA', 'B/F SHOP', 'Balance'])(
    '%s without a receipt number and without balances is shown',
    (words) => {
      const text = `Date,Reference,Details,Credit,Debit\n${day},,${words},700,\n`
      const { rows, unread } = read(text)
      expect(rows.length + unread.length).toBe(1)
    },
  )
  test('a payer whose name begins so has paid', () => {
    const text = `${HEADER}${day},A1,TOTAL ENERGIES LTD,1000,,1000\n${day},A2,BALANCE B/F SHOP,1000,,2000\n`
    expect(rowsOf(text)).toHaveLength(2)
  })
  test('an opening line in other words is found by the balances', () => {
    const rows = `${day},A1,a,1000,,501000\n${day},A2,b,2000,,503000\n${day},A3,c,,500,502500\n`
    const text = `${HEADER}${day},,Anfangsstand,500000,,500000\n${rows}`
    expect(read(text)).toMatchObject({ rows: [{}, {}], unread: [{ row: 2, reason: 'opening' }] })
    const moved = `${HEADER}${rows}${day},,Carried over,502500,,502500\n${day},A5,e,10,,502510\n`
    expect(read(moved)).toMatchObject({ rows: [{}, {}, { code: 'A5' }], skipped: { balance: 1 } })
  })
  test.each([
    'OPENING',
    'Opening',
    'Closing',
    'Opening entry',
    'Sum',
    'Sum of credits',
    'Balance from last statement',
    'Balance last month',
    'Ouverture',
    'Somme des crédits',
    'Abertura',
    'Saldo anterior',
    'Total de créditos',
    'Saldo',
    'Mwanzo wa mwezi',
  ])('%s is never received, with or without a receipt number and balances', (words) => {
    for (const header of [HEADER, 'Date,Reference,Details,Credit,Debit\n'])
      for (const code of ['', words])
        expect(rowsOf(`${header}${day},${code},${words},500000,\n${day},A1,pay,1000,\n`)).toMatchObject([
          { code: 'A1' },
        ])
  })
  test.each(['Opening', 'Closing', 'Sum of credits', 'Balance from last statement', 'Somme', 'Saldo final'])(
    '%s with a number in place of a receipt number is shown',
    (words) => {
      const text = `Date,Reference,Details,Credit,Debit\n${day},OB01,${words},500000.00,\n${day},A1,pay,1000,\n`
      expect(read(text)).toMatchObject({ rows: [{ code: 'A1' }], unread: [{ row: 2, reason: 'opening' }] })
    },
  )
  test.each(['Opening Doors Ltd', 'SUMAYA HASSAN', 'Soma Books', 'Closing sale', 'Fecho Eclair'])(
    '%s with a receipt number has paid',
    (words) => expect(rowsOf(`${HEADER}${day},A1,${words},700,,2700\n`)).toHaveLength(1),
  )
  test.each([
    ['a total behind the balances', [',,Gesamt,3000,,'], 4],
    ['a total with the last balance', [',,Gesamt,3000,,503000'], 4],
    ['a total with its own amount as balance', [',,Gesamt,3000,,3000'], 4],
    ['a line between two that follow', [',,Zwischenstand,900,,900', ',A3,c,50,,503050'], 4],
    ['a line without a balance between two that follow', [',,Zwischenstand,900,,', ',A3,c,50,,503050'], 4],
  ])('%s in words that nobody knows is shown', (_, more, row) => {
    const lines = [',A1,a,1000,,501000', ',A2,b,2000,,503000', ...more].map((line) => `${day}${line}\n`)
    const { rows, unread, skipped } = read(HEADER + lines.join(''))
    expect(rows.every(({ code }) => code !== null)).toBe(true)
    expect(skipped.balance === 1 || unread).toEqual(
      skipped.balance === 1 || [expect.objectContaining({ row, reason: 'opening' })],
    )
  })
  test('the sum of all rows without a column of balances is shown, first or last', () => {
    const lines = [`${day},A1,a,1000,\n`, `${day},A2,b,2000,\n`]
    const total = `${day},,Gesamt,3000,\n`
    const header = 'Date,Reference,Details,Credit,Debit\n'
    for (const [all, row] of [
      [[...lines, total], 4],
      [[total, ...lines], 2],
    ] as const)
      expect(read(header + all.join(''))).toMatchObject({
        rows: [{ code: 'A1' }, { code: 'A2' }],
        unread: [{ row, reason: 'opening' }],
      })
    expect(rowsOf(`${header}${lines.join('')}${day},A3,c,3000,\n`)).toHaveLength(3)
  })
  test('a row that is lost loses no other', () => {
    const text = `${HEADER}${day},,a,1000,,501000\n31/02/2026,,b,2000,,503000\n${day},,c,50,,503050\n${day},,d,60,,503110\n`
    expect(read(text)).toMatchObject({ rows: [{}, {}, {}], unread: [{ row: 3, reason: 'date' }] })
  })
  test('a missing row is shown where the balances break, in either order', () => {
    const lines = [
      `${day},A1,a,1000,,11000\n`,
      `${day},A2,b,2000,,13000\n`,
      `${day},A4,d,,500,15500\n`,
      `${day},A5,e,100,,15600\n`,
    ]
    expect(read(HEADER + lines.join('')).proof).toEqual({
      opening: '10000',
      closing: '15600',
      expected: '12600',
      breaks: [{ row: 4, expected: '12500', found: '15500' }],
    })
    const turned = read(HEADER + lines.toReversed().join('')).proof
    expect(turned).toMatchObject({ breaks: [{ row: 3, expected: '12500', found: '15500' }] })
  })
})
