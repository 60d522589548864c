import { expect, test } from 'vitest'
import { type MessageFacts, readMessage } from '../read-message.ts'

/** How the grammar reads wordings of all providers. The texts are written for this test. */

test.each<[string, string, Partial<MessageFacts>]>([
  // A group of an amount is no name.
  [
    'BI',
    'Vous avez recu 32 500 FBU de NIYONZIMA CLAUDE (25769000501). Votre solde est de 118 700 FBU. ID: 7711000201',
    { kind: 'incoming', amount: '32500', balance: '118700', name: 'NIYONZIMA CLAUDE' },
  ],
  [
    'RW',
    'Votre compte 4410***120 a ete credite de 145 000 RWF par MUKAMANA ALINE. Solde: 1 300 500 RWF.',
    { kind: 'incoming', amount: '145000', balance: '1300500', name: 'MUKAMANA ALINE' },
  ],
  ['TZ', 'Umepokea TSh 9,000 kutoka kwa ASHA OMAR. Salio jipya kwa 12 400 TZS.', { balance: '12400' }],
  // A loan is the sum that was lent. Interest, and what is paid back, stand beside it.
  [
    'TZ',
    'Umepokea mkopo wa Nivushe wa TSh 55,000. Riba TSh 4,400. Lipa TSh 59,400 kabla ya 01/12/26.',
    { kind: 'loan', amount: '55000' },
  ],
  [
    'UG',
    'MoKash: Your loan of UGX 85,000 is now in your account. Fee UGX 7,650. Pay UGX 92,650 by 30/11/2026.',
    { kind: 'loan', amount: '85000' },
  ],
  [
    'KE',
    'You have paid Ksh 900.00 towards your Fuliza loan of Ksh 2,000.00.',
    { kind: 'loan', amount: '900.00' },
  ],
  // The balance of savings is not that of the account.
  [
    'TZ',
    'Umehamisha TSh 15,000 kwenda KIBUBU. Salio la Kibubu TSh 95,000. Salio la Mixx TSh 41,500.',
    { kind: 'other', balance: '41500' },
  ],
  [
    'KE',
    'RTP1TEST51 Confirmed. You have transferred Ksh750.00 from your M-Shwari account. M-Shwari balance is Ksh2,310.00. M-PESA balance is Ksh815.00.',
    { balance: '815.00' },
  ],
  [
    'UG',
    'Your MTN MoMo balance is UGX 88,100. MoKash savings UGX 9,000. Dial *165# to pay or save.',
    { kind: 'balance' },
  ],
])('%s: %s', (country, text, facts) => expect(readMessage(text, country)).toMatchObject(facts))
