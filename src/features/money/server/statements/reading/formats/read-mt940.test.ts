import { describe, expect, test } from 'vitest'
import { read } from '../testing/tables.ts'

/** The amounts of MT940. All people, numbers and codes are invented. */

const statement = (currency: string, amount: string, closing = '0,') =>
  read(
    `:20:X\n:60F:C261101${currency}0,\n:61:261103C${amount}NTRFNONREF//A1\n:86:JUMA\n:62F:C261130${currency}${closing}\n`,
  )

describe('a comma before more digits than the currency has decimals may separate thousands', () => {
  test.each([
    ['TZS', '75,000'],
    ['UGX', '45,500'],
    ['RWF', '1,250'],
    ['BIF', '120,000'],
    ['KES', '1200,500'],
    ['USD', '75.000'],
    ['TZS', '75,0000'],
  ])('%s %s is doubtful', (currency, amount) =>
    expect(statement(currency, amount)).toMatchObject({
      rows: [],
      unread: [{ row: 3, reason: 'amount', cells: [expect.stringContaining(amount), 'JUMA'] }],
      sums: { in: '0' },
    }),
  )
  test.each([
    ['TZS', '75000,50', '75000.50'],
    ['UGX', '45500,00', '45500.00'],
    ['RWF', '1250,', '1250'],
    ['KWD', '75,125', '75.125'],
  ])('%s %s is read', (currency, amount, read) =>
    expect(statement(currency, amount)).toMatchObject({ rows: [{ amount: read }], unread: [] }),
  )
  test('without a currency it is doubtful too, and a doubtful balance proves nothing', () => {
    expect(statement('', '75,000')).toMatchObject({ rows: [], unread: [{ reason: 'amount' }] })
    expect(statement('TZS', '500,00', '75,000')).toMatchObject({ rows: [{ amount: '500.00' }], proof: null })
  })
})
