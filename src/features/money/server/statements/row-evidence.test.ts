import { expect, test } from 'vitest'
import { makeReference } from '../../charges/reference.ts'
import { HEADER, now, rowsOf } from './reading/testing/tables.ts'
import { evidenceOf } from './row-evidence.ts'

/** Where in a row a reference may stand. All people, numbers and codes are invented. */

let seed = 11
const reference = makeReference((below) => (seed = (seed * 16_807) % 2_147_483_647) % below)
const day = '20/11/2026'
const swift = (line: string, details = 'TIPS') =>
  `:20:S\n:25:1\n:28C:1/1\n:60F:C261101USD0,00\n${line}\n:86:${details}\n:62F:C261130USD10,00\n-}`
const entry = (refs: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="USD">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>DB18101</AcctSvcrRef><NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`

const places: [string, string][] = [
  ['the details', `${HEADER}${day},DB18101,pay ${reference},10.00,,\n`],
  ['the column of the receipt number', `${HEADER}${day},${reference},NEEMA MUSHI,10.00,,\n`],
  [
    'the column of the payer',
    `Date,Reference,Details,Payer,Credit,Debit\n${day},DB18101,TIPS,NEEMA ${reference},10.00,\n`,
  ],
  [
    'a second column of text',
    `Date,Reference,Narration,Remarks,Credit,Debit\n${day},DB18101,TIPS NEEMA,hosting ${reference},10.00,\n`,
  ],
  [
    'a column that nobody knows',
    `Date,Transaction ID,Reference,Details,Credit,Debit\n${day},DB18101,${reference},NEEMA,10.00,\n`,
  ],
  ['the details, behind a word', `${HEADER}${day},DB18101,TIPS REF${reference} NEEMA,10.00,,\n`],
  ['MT940, beside the number of the bank', swift(`:61:261120C10,00NTRF${reference}//DB18101`)],
  ['MT940, alone', swift(`:61:261120C10,00NTRF${reference}`)],
  ['MT940, as the number of the bank', swift(`:61:261120C10,00NTRFNONREF//${reference}`)],
  ['MT940, in the second line', swift(`:61:261120C10,00NTRFNONREF//DB18101\n${reference}`)],
  ['MT940, in the details', swift(`:61:261120C10,00NTRFNONREF//DB18101`, `pay ${reference}`)],
  ['camt, as end-to-end number', entry(`<EndToEndId>${reference}</EndToEndId>`)],
  ['camt, as number of the instruction', entry(`<InstrId>${reference}</InstrId>`)],
]
test.each(places)('a reference is found in %s', async (_, text) => {
  const source = { method: 'M-Pesa', currency: 'USD', country: 'TZ', now }
  expect(await evidenceOf(rowsOf(text), source)).toMatchObject([{ reference_keys: [reference] }])
})

test.each([
  ['UGX', '50.50'],
  ['RWF', '5.5'],
  ['BIF', '1500.55'],
  ['KES', '12.345'],
])('an amount of %s %s has more decimals than its currency, and waits', async (currency, amount) => {
  const source = { method: 'Bank', currency, country: 'UG', now }
  const named = `Date,Reference,Details,Credit,Currency\n${day},DB18101,pay,${amount},${currency}\n`
  for (const text of [named, `${HEADER}${day},DB18101,pay,${amount},,\n`])
    expect(await evidenceOf(rowsOf(text, { answers: { decimals: 'point' } }), source)).toMatchObject([
      { state: 'held', reason: 'amount' },
    ])
})
test.each([
  ['UGX', '50.00'],
  ['TZS', '1500.55'],
])('an amount of %s %s is one', async (currency, amount) => {
  const source = { method: 'Bank', currency, country: 'UG', now }
  expect(await evidenceOf(rowsOf(`${HEADER}${day},DB18101,pay,${amount},,\n`), source)).toMatchObject([
    { state: 'received', reason: null },
  ])
})

test.each([
  ['REFER TO DRAWER A1', 'A1'],
  ['Refer to drawer chq 4711', '4711'],
  ['ERRONEOUS CREDIT RKA1TEST03', 'RKA1TEST03'],
  ['Estorno RKA1TEST03', 'RKA1TEST03'],
])('%s names the payment %s', async (details, code) => {
  const source = { method: 'Bank', currency: 'TZS', country: 'TZ', now }
  const [reversal] = await evidenceOf(rowsOf(`${HEADER}${day},DB18101,${details},,500,\n`), source)
  expect(reversal).toMatchObject({
    kind: 'reversal',
    state: 'held',
    reverses: expect.arrayContaining([code.toLowerCase()]),
  })
})
