import { describe, expect, test } from 'vitest'
import type { MessageFacts } from './read-message.ts'
import { treatMessage } from './treat-message.ts'

/** Messages about money that pays nothing to the shop. People, numbers and texts are invented. */

const read = (text: string, sender = 'M-PESA', country = 'TZ') => treatMessage({ text, sender, country })
const mpesa = (amount: string, name = 'ASHA OMAR', balance = 'Tsh145,500.00') =>
  `QKW1TEST01 Confirmed. You have received ${amount} from 255711000101 - ${name} on 3/11/26 at 9:05 PM. New M-Pesa balance is ${balance}.`

describe("money that is nobody's payment", () => {
  const messages: [MessageFacts['kind'], string, sender?: string, country?: string][] = [
    [
      'reversal',
      'RVSL of charge TZS 500.00 on your account 0150****11 on 03-11-2026. Ref FT26307TEST9',
      'CRDB BANK',
    ],
    [
      'reversal',
      'RVSL TIPS TZS 75,000.00 from your account 0150****11 on 03-11-2026. Ref FT26307TEST8',
      'CRDB BANK',
    ],
    [
      'reversal',
      'Chargeback of TZS 45,000.00 on your account 0150****11 on 03-11-2026. Ref FT26307TEST7',
      'CRDB BANK',
    ],
    [
      'other',
      'Refund of levy TZS 200.00 to your account 0150****11 on 03-11-2026. Ref FT26307TEST6',
      'CRDB BANK',
    ],
    ['other', 'QKW1TEST03 Imethibitishwa. Rejesho la tozo Tsh200.00 tarehe 3/11/26 saa 9:05 PM.'],
    [
      'loan',
      'Loan disbursement TZS 900,000.00 to your account 0150****11 on 03-11-2026. Ref FT26307TEST5',
      'CRDB BANK',
    ],
    [
      'loan',
      'Umepokea mkopo wa Nivushe Plus Tsh 45,000. Kumbukumbu no.26300000000101. 03/11/26 21:05.',
      'MIXX BY YAS',
    ],
    ['loan', 'You have received a MoKash loan of UGX 50,000. ID: 13000000101', 'MTNMobMoney', 'UG'],
    [
      'other',
      'QKW1TEST04 Confirmed. You have received commission of Tsh1,200.00 from VODACOM on 3/11/26 at 9:05 PM.',
    ],
    [
      'other',
      'Umepokea Tsh 1,200.00 kama kamisheni. Salio Tsh 45,500.00. Muamala No. MI261103.2105.Q00001',
      'AirtelMoney',
    ],
    [
      'other',
      'You have received TSh 500,000 from your bank account CRDB with TxnId: 26700000000101. 03/11/26 21:05.',
      'MIXX BY YAS',
    ],
    [
      'other',
      'UGW1TEST05 Confirmed. Ksh2,000.00 transferred from M-Shwari account on 3/11/26 at 3:01 PM.',
      'MPESA',
      'KE',
    ],
    [
      'other',
      'You have received a payment request of Ksh 300 from ASHA SHOP. Enter PIN to pay.',
      'MPESA',
      'KE',
    ],
    ['other', 'Umepokea ombi la malipo ya Tsh50,000.00 kutoka DUKA LA ASHA. Weka namba ya siri kukubali.'],
    ['other', 'TZS 50,000.00 will be credited to your account 0150****11 on 04-11-2026.', 'CRDB BANK'],
    ['other', 'Utapokea TSh 50,000 kutoka NMB ndani ya saa 24.', 'MIXX BY YAS'],
    [
      'other',
      'Utambulisho wa muamala: 889900101. TSH 350,000 imewekwa kwa MTEJA: ASHA OMAR. Kamisheni: TSH 100. Salio jipya la floti ni TSH 88,100.',
      'HaloPesa',
    ],
    [
      'airtime',
      'You have received UGX 2,500 of airtime from ASHA AKELLO. Airtime balance is UGX 2,740.',
      'AirtelMoney',
      'UG',
    ],
    [
      'airtime',
      'UGW1TEST06 Confirmed. You have received airtime of Ksh50.00 from ASHA WANJIKU on 3/11/26.',
      'MPESA',
      'KE',
    ],
    [
      'failed',
      'UGW1TEST07 Failed. The payment of Ksh500.00 from ASHA WANJIKU was not completed.',
      'MPESA',
      'KE',
    ],
    ['failed', 'Muamala wa TZS 50,000 kutoka NEEMA MUSHI umeshindikana. Kumb: GWX100000000105', 'NMB'],
    [
      'outgoing',
      'QKW1TEST08 Confirmed. Payment of Tsh5,000.00 received by DUKA LA ASHA on 3/11/26 at 9:05 PM.',
    ],
    ['outgoing', 'Malipo ya TZS 5,000 yamepokelewa na DUKA LA ASHA. Kumb: GWX100000000106', 'NMB'],
    ['promo', 'Kopa hadi Tsh 500,000 leo. Piga *150*01#.', 'MIXX BY YAS'],
    ['promo', 'Recharge today and win a phone! T&Cs apply.', 'AirtelMoney', 'KE'],
    // A failure counts wherever it stands, also behind a name or a number.
    ['failed', 'Transaction of RWF 4,000 to 250711000101 failed. Txn Id: 26110000101', 'AirtelMoney', 'RW'],
    [
      'failed',
      'Your request to send TSh 3,000 to 255711000101 failed. Current balance is TSh 200.',
      'TIGOPESA',
    ],
    ['failed', 'Muamala wa TSh 3,000 kwenda 255711000101 haukufanikiwa. Fedha zimerudishwa.', 'MIXX BY YAS'],
    ['failed', 'Muamala PP261103.2105.Q00003 wa Tsh 4,000 umefeli. Salio Tsh 9,850.', 'AirtelMoney'],
    ['failed', 'Malipo yako ya Tsh2,500.00 kwenda ASHA SHOP hayakupokelewa.'],
    ['failed', 'Umeweka PIN isiyo sahihi.'],
    ['failed', 'Sorry, the transaction of Ksh800.00 was cancelled by the user.', 'MPESA', 'KE'],
    ['failed', 'Your transaction of UGX 15000 to 256711000101 is pending approval.', 'MTNMobMoney', 'UG'],
    ['failed', 'Malipo ya TZS 15,000 kutoka ASHA OMAR yanashughulikiwa.', 'NMB'],
    // Savings of the owner, in both directions.
    ['other', 'QKW1TEST10 Confirmed. Tsh1,000.00 transferred from M-Pesa to your M-Pawa savings account.'],
    [
      'other',
      'QKW1TEST11 Confirmed. You have withdrawn Ksh900.00 from your Ziidi MMF account.',
      'MPESA',
      'KE',
    ],
    ['other', 'Umefanikiwa kuweka TSh 5,000 kwenye Kibubu chako. Muamala: 26700000000104.', 'MIXX BY YAS'],
    ['other', 'You have deposited UGX 2,000 to your MoKash savings. ID: 43100000101', 'MTNMobMoney', 'UG'],
    [
      'other',
      'UGW1TEST12 Confirmed. You have received Ksh45.00 from Ziidi as interest earned.',
      'MPESA',
      'KE',
    ],
    ['other', 'You have been paid TSh 2,300 commission for November. TxnID: 26700000000105.', 'MixxByYas'],
    // Nothing was paid yet.
    ['other', 'DUKA LA ASHA linaomba ulipe TSh 9,000. Piga *150*01#.', 'MIXX BY YAS'],
    ['other', 'ASHA OMAR 255711000101 amekuomba Tsh9,000.00. Piga *150*00#.'],
    ['other', 'ASHA MARKET requests a payment of 4500 RWF. Dial *182*7*1#.', 'M-Money', 'RW'],
    ['other', 'Your statement for the period 01/10/26 to 31/10/26 is ready.', 'MPESA', 'KE'],
    ['other', 'Taarifa ya akaunti yako imetumwa kwenye barua pepe yako.'],
    ['other', 'Your M-PESA PIN has been reset successfully.', 'MPESA', 'KE'],
    ['otp', 'Tumia namba 448120 kukamilisha muamala wako. Usimpe mtu namba hii.', 'CRDB BANK'],
    ['promo', 'Hongera! Umepata nafasi ya kushinda Tsh1,000,000.'],
    // Loans and what is paid back.
    ['loan', 'QKW1TEST13 Imethibitishwa. Tsh5,500.00 imekatwa kulipia deni la Songesha.'],
    [
      'loan',
      'Dear ASHA, your EazzyLoan of KES 5,000.00 has been disbursed to 0170***11.',
      'EQUITY BANK',
      'KE',
    ],
    ['loan', 'You have successfully borrowed KES 5,000.00. Repay KES 5,450.00.', 'EQUITY BANK', 'KE'],
    // Taken back, and money of others.
    ['reversal', 'Muamala PP261103.2105.Q00004 wa Tsh 4,000 umerejeshwa.', 'AirtelMoney'],
    ['outgoing', 'UGW1TEST14 Confirmed. Ksh500.00 has been moved from your account to bank.', 'MPESA', 'KE'],
    ['outgoing', 'KES 500.00 credited to M-PESA 0711000101 ASHA WEKESA.', 'KCB', 'KE'],
    ['outgoing', 'KES 500.00 has been credited to beneficiary account 0110***11.', 'KCB', 'KE'],
    ['outgoing', 'KES 500.00 has been credited to the account of JUMA OTIENO.', 'KCB', 'KE'],
    ['outgoing', 'ASHA WEKESA has been sent KES 900.00. Ref FT26307TEST4.', 'KCB', 'KE'],
    ['outgoing', 'UGW1TEST17 Confirmed. ASHA WEKESA received Ksh900.00 from you.', 'MPESA', 'KE'],
    [
      'outgoing',
      'UGW1TEST18 Confirmed. Your contribution of Ksh900.00 to DUKA FUND was received.',
      'MPESA',
      'KE',
    ],
    ['outgoing', 'QKW1TEST19 Imethibitishwa. Tsh5,000.00 imeingizwa kwenye akaunti ya JUMA OMAR NMB.'],
    ['outgoing', 'QKW1TEST20 Imethibitishwa. Tsh5,000.00 imewekwa kwenye akaunti ya JUMA OMAR.'],
    ['outgoing', 'QKW1TEST21 Imethibitishwa. Umemtumia JUMA OMAR Tsh5,000.00.'],
    ['outgoing', 'You have paid KES 700.00 to your landlord JUMA OTIENO.', 'KCB', 'KE'],
    ['outgoing', 'Money Out: KES 1,250.00 to JUMA OTIENO from your account 0170***11.', 'EQUITY BANK', 'KE'],
    ['outgoing', 'Muamala wa kutoka TZS 36,000.00 kwenye akaunti 0152***11.', 'CRDB BANK'],
    ['failed', 'The payment of Ksh900.00 from ASHA WANJIKU was not received.', 'MPESA', 'KE'],
    ['failed', 'JUMA OMAR hajapokea Tsh5,000.00. Pesa zitarudi.'],
    ['other', 'Umepokea TSh 5,000 kutoka kwenye Kibubu. Muamala: 26700000000109', 'MIXX BY YAS'],
    ['other', 'Your account has received an upgrade! You may hold up to KES 500,000.', 'KCB', 'KE'],
    ['other', 'You have earned interest of UGX 120 on your savings. ID: 43100000102', 'MTNMobMoney', 'UG'],
    ['promo', 'Songesha ni rahisi! Kamilisha muamala hata kama salio halitoshi. Piga *150*00#.'],
    ['other', 'Ndugu mteja, unatarajiwa kupokea TZS 5,000.00 kutoka DUKA.', 'CRDB BANK'],
    ['loan', 'LOAN. TID 155100000104. UGX 20,000 disbursed to your wallet.', 'AirtelMoney', 'UG'],
    ['outgoing', 'Transfer of KES 500.00 from ASHA WEKESA to JUMA OTIENO completed.', 'KCB', 'KE'],
    ['outgoing', 'Your payment of Ksh500.00 to ASHA CAFE has been received.', 'MPESA', 'KE'],
    ['outgoing', 'Debit transaction of TZS 7,000.00 has occurred on your account 0150***11.', 'CRDB BANK'],
    ['outgoing', 'Your card ending 1101 was used for KES 2,750.00 at DUKA.', 'ABSA', 'KE'],
    ['airtime', 'AIRTIME. TID 155100000101. UGX 2,000 for 0711000101. Bal UGX 8,650.', 'AirtelMoney', 'UG'],
    ['other', 'COMMISSION. TID 155100000102. UGX 900 earned. Bal UGX 4,100.', 'AirtelMoney', 'UG'],
    [
      'other',
      'Dear customer, your request to reverse transaction UKX1TEST41 of Ksh900.00 sent to JUMA WAFULA has been received and is being processed.',
      'MPESA',
      'KE',
    ],
    [
      'other',
      'A standing order of Ksh2,300.00 to ZAWADI KILONZO has been set up and runs weekly from 5/1/27.',
      'MPESA',
      'KE',
    ],
    ['other', 'Your wallet PIN was reset. Dial *150# to choose another one.', 'AirtelMoney', 'UG'],
    [
      'other',
      'QKX1TEST43 Imethibitishwa. Tsh6,400.00 imehamishwa kutoka akaunti yako ya M-Pawa kwenda M-Pesa tarehe 3/11/26 saa 9:05 PM.',
    ],
    [
      'loan',
      'QKX1TEST42 Imethibitishwa. Umetumia Songesha Tsh2,750.00 tarehe 3/11/26 saa 9:05 PM. Ada Tsh137.50.',
    ],
    [
      'outgoing',
      "*164*S*Y'ello, a transaction of 4700 RWF by Duka Energy on your MOMO account was completed at 2026-11-03 21:05:00. Fee was 0 RWF.*EN#",
      'M-Money',
      'RW',
    ],
    [
      'airtime',
      "*164*S*Y'ello, a transaction of 900 RWF by Night Bundle on your MOMO account was completed at 2026-11-03 21:05:00.*EN#",
      'M-Money',
      'RW',
    ],
    ['other', 'M-PESA will be down from 1 AM due to planned maintenance on Sunday.', 'MPESA', 'KE'],
    ['other', 'Umeingia kwenye App kupitia kifaa kipya. Kama si wewe wasiliana nasi.'],
    [
      'bill',
      'Malipo ya TSh 7,300 kwa LUKU mita 22001100 yamefanikiwa. Muamala: 26700000000131.',
      'MIXX BY YAS',
    ],
    ['failed', 'Mukiriya, igikorwa cya 2,300 RWF ntikibashije gukorwa.', 'M-Money', 'RW'],
    ['airtime', 'Dear customer, top up of UGX 3,500 for 0711000101. Bal: UGX 8,650.', 'AirtelMoney', 'UG'],
    [
      'withdrawal',
      'Jina la mtoaji: ASHA OMAR Kiasi: TSh 80,000 Trh: 3 Nov 2026 Kumb no: NBC-TEST-0102',
      'NBC',
    ],
    [
      'failed',
      'Muamala wako wa Tsh 6,500.00 kwenda 711000101 umeshindikana.Rudia baadaye.TID: PP261103.2105.Q00006',
      'AirtelMoney',
    ],
    [
      'reversal',
      'TRANSACTION OF KSH700.00 TO ASHA STORES HAS BEEN REVERSED. KSH700.00 IS CREDITED TO YOU.',
      'MPESA',
      'KE',
    ],
  ]
  test.each(messages)('%s: %s', (kind, text, sender, country) => {
    expect(read(text, sender, country)).toMatchObject({ facts: { kind }, treatment: null })
  })

  test.each([
    ...['paid', 'credited', 'deposited', 'sent'].flatMap((verb) => [
      `Confirmed, KES 2,300.00 ${verb} to Till 220011 ASHA STORES on 03-11-2026.`,
      `Confirmed, KES 2,300.00 ${verb} to paybill 220011 ASHA STORES on 03-11-2026.`,
    ]),
    'You have credited KES 2,300.00 to account 0140011 ASHA WEKESA.',
    'You have deposited KES 2,300.00 to ASHA WEKESA.',
    'KES 2,300.00 has been deposited to another account.',
  ])('money for a till that is not said to be the own one went out: %s', (text) => {
    expect(read(text, 'Equity Bank', 'KE')).toMatchObject({ facts: { kind: 'outgoing' }, treatment: null })
  })

  test.each([
    'imewekwa kwenda ASHA OMAR',
    'imeingizwa kwa ASHA OMAR',
    'imepokelewa kwenda akaunti ya ASHA OMAR',
  ])('money for somebody else: TZS 23,000 %s', (words) => {
    const text = `Kumb: GWX100000000130. TZS 23,000 ${words} tarehe 03-11-2026`
    expect(read(text, 'NMB')).toMatchObject({ facts: { kind: 'outgoing' }, treatment: null })
  })

  test.each([
    'Confirmed, KES 2,300.00 paid to your till 220011 on 03-11-2026. Ref. EQT1TEST01',
    'Confirmed, KES 2,300.00 paid to till 220011 by ASHA WEKESA on 03-11-2026. Ref. EQT1TEST01',
    'KES 2,300.00 credited to account 0140****11 from ASHA WEKESA on 03-11-2026. Ref. EQT1TEST01',
  ])('money for the own till came in: %s', (text) => {
    expect(read(text, 'Equity Bank', 'KE')).toMatchObject({
      facts: { kind: 'incoming' },
      treatment: 'accept',
    })
  })

  test('what the owner has put into an account waits for a person', () => {
    for (const account of ['account 0140011', 'the account of ASHA WEKESA'])
      expect(
        read(`You have deposited KES 2,300.00 to ${account}. Ref. EQT1TEST01`, 'Equity Bank', 'KE').treatment,
      ).not.toBe('accept')
  })

  test.each([
    ...['a voucher of #', 'a bill of #', '# invoice', 'a receipt for #', '300 points worth #'].map(
      (thing) => `You have received ${thing} from ASHA OMAR`,
    ),
    ...['ankara ya #', 'bili ya #', 'pointi zenye thamani ya #', 'faida ya #'].map(
      (thing) => `Umepokea ${thing} kutoka kwa ASHA OMAR`,
    ),
  ])('what is received is no money: %s', (words) => {
    const text = `QKX1TEST47 Confirmed. ${words.replace('#', 'Tsh23,000.00')} on 3/11/26 at 9:05 PM.`
    expect(read(text)).toMatchObject({ facts: { kind: 'other' }, treatment: null })
  })

  test.each([
    'Enter your PIN to accept it.',
    'Click the link to claim it.',
    'Call 0711000101 to release the money.',
    'Weka namba ya siri kukubali.',
    'It was not collected.',
    'It was sent back to the sender.',
    'It has been recovered.',
    'It was sent by mistake.',
    'Zimetumwa kimakosa.',
    'It is valid for 7 days.',
    'Ni malipo yanayosubiri, pesa inayosubiri uthibitisho.',
  ])('money that may not stay waits for a person: %s', (words) => {
    expect(read(`${mpesa('Tsh45,500.00')} ${words}`).treatment).not.toBe('accept')
  })

  test.each([
    'You have received a total of Tsh45,500.00 from ASHA OMAR',
    'You have received Tsh45,500.00 from 7 customers',
    'Umepokea jumla ya Tsh45,500.00 kutoka kwa ASHA OMAR',
  ])('the sum of several payments waits for a person: %s', (words) => {
    expect(read(`QKX1TEST48 Confirmed. ${words} on 3/11/26 at 9:05 PM.`)).toMatchObject({
      treatment: 'hold',
      reason: 'several',
    })
  })

  test('that the own payment has arrived is said of money that went out', () => {
    for (const words of [
      'Malipo yako ya TSh 7,300 yamepokelewa',
      'TZS 7,300 imeingizwa kwenda namba 0711000101',
    ])
      expect(read(`${words}. Muamala: 26700000000132.`, 'MIXX BY YAS')).toMatchObject({
        facts: { kind: 'outgoing', amount: '7300' },
        treatment: null,
      })
  })

  test('cash that an agent hands over is a deposit', () => {
    const text =
      'QKX1TEST44 Imethibitishwa. Tarehe 3/11/26 saa 9:05 PM Mpe pesa taslimu Tsh17,000.00 ASHA DUKA. Salio jipya la M-Pesa ni Tsh18,250.00.'
    expect(read(text)).toMatchObject({ facts: { kind: 'deposit', amount: '17000.00' }, treatment: 'hold' })
  })

  const banks = ['CRDB BANK', 'NMB', 'NBC'] as const
  const credited = (rest: string) =>
    `Dear Customer, TZS 900,000.00 has been credited to your account 0150****11${rest} Ref FT26307TEST5 03-11-2026 21:05. Balance TZS 1,900,000.00`
  const narrated: [string, string][] = [
    ...[
      'Narration: REVERSAL OF FT26330AAAA.',
      'Remarks: RVSL CHARGE.',
      'Narration: REFUND OF LEVY.',
      'Description: RETURNED CHEQUE 000123.',
      'Maelezo: MUAMALA UMEREJESHWA.',
      'Narration: REV OF FT26330AAAA.',
      'Details: CHARGEBACK.',
      'Reason: EFT RETURNED.',
      'Narration: ENTRY CORRECTION.',
    ].map((words): [string, string] => ['taken-back', `. ${words}`]),
    ...[
      'Narration: LOAN DISBURSEMENT.',
      'Narration: LN DISB 0012.',
      'Maelezo: MKOPO.',
      'Description: SALARY OCT.',
      'Remarks: MSHAHARA WA OKTOBA.',
      'Details: OWN ACCOUNT TRANSFER.',
      'Narration: CREDIT INTEREST.',
      'Narration: FD MATURITY.',
      'Remarks: OVERDRAFT LIMIT.',
      'Narration: AGENCY COMMISSION.',
    ].map((words): [string, string] => ['own-money', `. ${words}`]),
    ['taken-back', ' by CHARGES REVERSAL.'],
    ['own-money', ' being matured fixed deposit.'],
    ['own-money', ', mshahara wa Oktoba.'],
  ]
  test.each(narrated.flatMap((one) => banks.map((bank) => [bank, ...one] as const)))(
    '%s says of its own that it is %s: %s',
    (bank, reason, words) => {
      expect(read(credited(words), bank)).toMatchObject({
        facts: { kind: 'incoming', amount: '900000.00' },
        treatment: 'hold',
        reason,
      })
    },
  )

  test.each([
    '. Narration: TIPS NEEMA MUSHI.',
    '. Remarks: INVOICE 4471 HOSTING.',
    '. Maelezo: Malipo ya tovuti.',
    ' from NEEMA MUSHI.',
    ' from REFUND AGENCY LTD.',
    ' from AIRTIME AND BUNDLES LTD.',
  ])('a bank names a payment: %s', (words) => {
    expect(read(credited(words), 'CRDB BANK')).toMatchObject({ treatment: 'accept' })
  })

  test.each([
    ' (LOAN DISB).',
    ', Loan disbursement.',
    ' from YOUR SAVINGS ACCOUNT.',
    ' from your savings account.',
    ' from OWN ACCOUNT 0150****22.',
  ])('%s is no payment', (words) => {
    expect(read(credited(words), 'CRDB BANK').treatment).not.toBe('accept')
  })

  test.each([
    'TRA REFUND',
    'CHARGES REVERSAL',
    'VODACOM TANZANIA PLC',
    'VODACOM M-PESA',
    'M-PESA PROMOTION',
    'MIXX BY YAS PROMO',
    'OWN ACCOUNT',
    'MSHAHARA OKTOBA',
    'ABC SALARIES',
    'BETPAWA WINNINGS',
    'WAKALA 123456',
    'TALA',
    'Tala Tanzania Ltd',
    'HESLB',
    'BRANCH INTERNATIONAL',
    'SPORTPESA',
    'BETIKA TZ',
    'M-BET',
    'Platinum Credit Ltd.',
  ])('money from %s waits for a person', (name) => {
    expect(read(mpesa('Tsh45,500.00', name)).treatment).toBe('hold')
  })

  test.each(['ASHA TALA', 'TALA HARDWARE', 'BRANCH OFFICE SUPPLIES', 'BIKO OMAR'])(
    '%s may be a payer',
    (name) => {
      expect(read(mpesa('Tsh45,500.00', name)).treatment).toBe('accept')
    },
  )

  test.each([
    [
      'Cash-In of TSh 31,000 from Agent - ASHA STORE is successful. TxnId: 26700000000102. 03/11/26 21:05.',
      'MIXX BY YAS',
    ],
    ['Umepokea TSH 20,000 kutoka kwa WAKALA ASHA STORE. Utambulisho wa Muamala: 3887000101', 'HaloPesa'],
    [mpesa('Tsh45,500.00', 'VODACOM COMMISSION'), 'M-PESA'],
    [mpesa('Tsh45,500.00', 'INTEREST PAYOUT'), 'M-PESA'],
    [mpesa('Tsh45,500.00', 'VODACOM'), 'M-PESA'],
  ])('waits for a person: %s', (text, sender) => {
    expect(read(text, sender)).toMatchObject({ treatment: 'hold', reason: 'own-money' })
  })

  const came =
    'Tsh10,000.00 from 255711000101 - ASHA OMAR on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh145,500.00.'
  const ilikuja = 'Umepokea Tsh10,000.00 kutoka kwa 255711000101 - ASHA OMAR tarehe 3/11/26 saa 9:05 PM.'
  test.each([
    [`QKW1TEST31 Imethibitishwa. Deni lako la Songesha Tsh500.00 limelipwa. ${ilikuja}`, 'incoming'],
    [`QKW1TEST32 Imethibitishwa. Mkopo wako wa Tsh500.00 umelipwa. ${ilikuja}`, 'incoming'],
    [`QKW1TEST33 Confirmed. Your loan of Tsh500.00 was repaid. You have received ${came}`, 'incoming'],
    [
      `QKW1TEST34 Confirmed. Your loan of Tsh500.00 has been recovered. You have received ${came}`,
      'incoming',
    ],
    [`QKW1TEST35 Confirmed. Your loan of Tsh10,000.00 is approved. You have received ${came}`, 'loan'],
    [`QKW1TEST36 Imethibitishwa. Mkopo wako umekubaliwa. ${ilikuja}`, 'loan'],
    [
      'QKW1TEST37 Confirmed. Your loan of Tsh500.00 was repaid. You have received a new limit of Tsh10,000.00.',
      'loan',
    ],
  ])('a debt that was paid hides no money that came in: %s', (text, kind) => {
    const { facts, treatment } = read(text)
    expect(facts).toMatchObject(
      kind === 'incoming' ? { kind, amount: '10000.00', name: 'ASHA OMAR' } : { kind },
    )
    expect(treatment).not.toBe('accept')
  })

  test.each([
    ['Invoice 12 was paid: TZS 45,000.00 by ASHA OMAR on 03-11-2026. Ref FT26307TEST6', 'incoming'],
    ['Ankara 12 paid TZS 45,000.00 by ASHA OMAR on 03-11-2026. Ref FT26307TEST6', 'incoming'],
    ['You have paid: TZS 45,000.00 by ASHA OMAR on 03-11-2026. Ref FT26307TEST6', 'outgoing'],
    ['Paid: TZS 45,000.00 by ASHA OMAR to DUKA LA JUMA on 03-11-2026. Ref FT26307TEST6', 'outgoing'],
  ])('who paid tells the direction: %s', (text, kind) =>
    expect(read(text, 'CRDB BANK').facts).toMatchObject({ kind, amount: '45000.00' }),
  )
})
