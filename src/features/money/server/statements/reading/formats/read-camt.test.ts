import { describe, expect, test } from 'vitest'
import { read } from '../testing/tables.ts'

/** What camt.053 says of money that comes back. All people, numbers and codes are invented. */

const statement = (inner: string, mark: 'CRDT' | 'DBIT' = 'CRDT') =>
  read(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="TZS">500.00</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>${inner}</Ntry></Stmt></BkToCstmrStmt></Document>`,
  )
const code = (sub: string, family = 'RCDT') =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`
const inDetails = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`

describe('an entry that takes back', () => {
  test.each([
    ['the indicator as a number', '<RvslInd>1</RvslInd>'],
    ['the indicator with blanks', '<RvslInd>\n true\n</RvslInd>'],
    ['the indicator in capitals', '<RvslInd>TRUE</RvslInd>'],
    ['the code of a returned payment', code('RRTN')],
    ['the code of a cancelled payment', code('RPCR')],
    ['the code of an unpaid cheque', code('UPCQ', 'RCHQ')],
    ['the code of a reversed cheque', code('CQRV', 'RCHQ')],
    ['the code of a returned direct debit', code('UPDD', 'RDDT')],
    ['the code in the details', inDetails(code('RRTN'))],
    ['the return in the details', inDetails('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')],
  ])('%s', (_, inner) => {
    expect(statement(inner)).toMatchObject({ rows: [{ kind: 'incoming', doubt: 'taken-back' }] })
    expect(statement(inner, 'DBIT')).toMatchObject({ rows: [{ kind: 'reversal' }], skipped: { out: 0 } })
  })
  test.each([
    ['no indicator', ''],
    ['the indicator that it is none', '<RvslInd>false</RvslInd>'],
    ['the same as a number', '<RvslInd> 0 </RvslInd>'],
    ['an empty one', '<RvslInd/>'],
    ['the code of a transfer', code('ESCT')],
    ['the code of an instant transfer', code('ESCT', 'RRCT')],
  ])('%s takes nothing back', (_, inner) => {
    expect(statement(inner)).toMatchObject({ rows: [{ kind: 'incoming', doubt: null }] })
    expect(statement(inner, 'DBIT')).toMatchObject({ rows: [], skipped: { out: 1 } })
  })
  test('a cheque that is credited under reserve is no certain money', () => {
    expect(statement(code('URCQ', 'RCHQ'))).toMatchObject({ rows: [{ doubt: 'taken-back' }] })
    expect(statement(code('XRCQ', 'RCHQ'))).toMatchObject({ rows: [{ doubt: 'taken-back' }] })
    expect(statement(inDetails(code('URCQ', 'RCHQ')))).toMatchObject({ rows: [{ doubt: 'taken-back' }] })
  })
})
