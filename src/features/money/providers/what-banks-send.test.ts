import { describe, expect, test } from 'vitest'
import type { MessageFacts } from './read-message.ts'
import { treatMessage } from './treat-message.ts'

/** Messages of kinds that were misread once, each with variants. People, numbers and texts are invented. */

const read = (text: string, sender = 'M-PESA', country = 'TZ') => treatMessage({ text, sender, country })
const mpesa = (amount: string, name = 'ASHA OMAR', balance = 'Tsh145,500.00') =>
  `QKW1TEST01 Confirmed. You have received ${amount} from 255711000101 - ${name} on 3/11/26 at 9:05 PM. New M-Pesa balance is ${balance}.`

describe('an amount is the whole number, or doubtful', () => {
  test.each([
    ['Tsh45 500', '45500'],
    ["Tsh45'500", '45500'],
    ['45 500 TZS', '45500'],
    ['Tsh 75,000/=', '75000'],
    ['75,000.00 TZS', '75000.00'],
    ['Tsh1 045 500.50', '1045500.50'],
  ])('%s', (amount, number) => {
    expect(read(mpesa(amount)).facts).toMatchObject({ kind: 'incoming', amount: number, currency: 'TZS' })
  })

  test.each([
    'Tsh45K',
    'Tsh45.500',
    'Tsh15.000',
    'Tsh1,50,000.00',
    'Tsh45, 500.00',
    'Tsh45 50',
    'Tsh45,50',
    'Tsh4O,000',
  ])('%s', (amount) => {
    expect(read(mpesa(amount))).toMatchObject({
      facts: { kind: 'incoming', amount: null },
      treatment: 'hold',
      reason: 'amount',
    })
  })

  test('a balance in another notation does not agree with a part of the amount', () => {
    const { facts, treatment } = read(mpesa('Tsh45 500', 'ASHA OMAR', 'Tsh145 500'))
    expect(facts).toMatchObject({ amount: '45500', balance: '145500' })
    expect(treatment).toBe('accept')
  })
})

describe('the verb owns the amount', () => {
  test.each([
    'Malipo ya ankara TZS 200,000: Umepokea TZS 150,000 kutoka NEEMA MUSHI, bado TZS 50,000. Kumb: GWX100000000101 tarehe 03-11-2026 21:05:00',
    'Umepokea TZS 150,000 kutoka NEEMA MUSHI kati ya deni la TZS 200,000. Kumb: GWX100000000102 tarehe 03-11-2026 21:05:00',
    'Invoice of TZS 200,000: TZS 150,000 received from NEEMA MUSHI, remaining TZS 50,000. Ref GWX100000000103 on 03-11-2026 21:05:00',
    'Salio TZS 900,000. Umepokea TZS 150,000 kutoka NEEMA MUSHI. Ada TZS 0. Kopa hadi TZS 500,000. Kumb: GWX100000000104 tarehe 03-11-2026',
  ])('%s', (text) => {
    expect(read(text, 'NMB').facts).toMatchObject({ kind: 'incoming', amount: '150000', currency: 'TZS' })
  })

  test('an amount that no word explains makes the message doubtful', () => {
    const text = mpesa('Tsh45,500.00').replace(' New', ' Kijani Tsh9,000. New')
    expect(read(text)).toMatchObject({ facts: { amount: '45500.00' }, treatment: 'hold', reason: 'amount' })
  })
})

describe('what a payer is called or types says nothing about what happened', () => {
  test.each([
    'SENT PAID FAILED LTD',
    'REVERSE PARKING LTD',
    'OTP SERVICES LTD',
    'AIRTIME AND BUNDLES LTD',
    'ON TIME LTD',
    'UMETUMA UMELIPA',
    'NEW BALANCE SHOES',
    'REVERSED REFUND CO',
  ])('%s', (name) => {
    const { facts, treatment } = read(mpesa('Tsh45,500.00', name))
    expect(facts).toMatchObject({ kind: 'incoming', amount: '45500.00', name, balance: '145500.00' })
    expect(treatment).toBe('accept')
  })

  test.each([
    'You have sent UGX 900000 reversed',
    'failed loan refund',
    'pay 900,000 UGX to AMINA. Umetuma',
    'TxId: 12345678901',
  ])('the note "%s"', (note) => {
    const text = `You have received UGX 58000 from NAKATO SARAH (256711000102) on 2026-11-03 13:19:02. fee:0. Reason: ${note}. New balance: UGX 97000. ID: 39500000101.`
    const { facts, treatment } = read(text, 'MTNMobMoney', 'UG')
    expect(facts).toMatchObject({ kind: 'incoming', amount: '58000', code: '39500000101', balance: '97000' })
    expect(treatment).toBe('accept')
  })

  test('a payment to somebody with such a name is none to the shop', () => {
    for (const name of ['UMEPOKEA TRADERS', 'YOU HAVE RECEIVED LTD', 'CREDITED BY BANK'])
      expect(
        read(
          `QKW1TEST02 Confirmed. Tsh5,000.00 paid to ${name} on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh45.00.`,
        ).facts.kind,
      ).toBe('outgoing')
  })
})

describe('the clock', () => {
  test.each([
    ['9:05 p.m.', '2026-11-03T21:05'],
    ['1:05:33 p.m.', '2026-11-03T13:05:33'],
    ['12:05 a.m.', '2026-11-03T00:05'],
    ['9:05 PM', '2026-11-03T21:05'],
  ])('%s', (clock, at) => {
    expect(read(mpesa('Tsh45,500.00').replace('9:05 PM', clock)).facts.at).toBe(at)
  })

  test.each(['29/2/26', '31/11/26', '3/13/26'])('%s is no day, and waits for a person', (day) => {
    const text = mpesa('Tsh45,500.00').replace('3/11/26', day)
    expect(read(text)).toMatchObject({ facts: { at: null }, treatment: 'hold', reason: 'time' })
  })
})

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
  ]
  test.each(messages)('%s: %s', (kind, text, sender, country) => {
    expect(read(text, sender, country)).toMatchObject({ facts: { kind }, treatment: null })
  })

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
})

test.each([
  [
    'Umepokea Tsh 45,500.00 kutoka kwa ASHA OMAR. Salio Tsh 145,500.00. Muamala No. MI261103.2105.Q00001',
    'AirtelMoney',
    'MI261103.2105.Q00001',
  ],
  [
    'Umepokea Tsh45,500.00, 711000101 Asha omar. Salio jipya ni Tsh145,500.00. Muamala No.MI261103.2105.Q00002',
    'AirtelMoney',
    'MI261103.2105.Q00002',
  ],
  [
    'Umepokea 45,500 TZS kutoka ASHA OMAR (0621000101). Salio jipya: 145,500.00 TZS. Muamala namba: 9988776655',
    'HaloPesa',
    '9988776655',
  ],
  [
    'Umepokea 45,500 TZS kutoka ASHA OMAR (0621000101). Salio jipya: 145,500.00 TZS. Utambulisho wa Muamala:9988776656',
    'HaloPesa',
    '9988776656',
  ],
  [
    'Umepokea TSh 45,500 kutoka kwa ASHA OMAR. Salio jipya TSh 145,500. Namba ya muamala: 26700000000103. 03/11/26 21:05.',
    'MIXX BY YAS',
    '26700000000103',
  ],
])('the receipt number of "%s"', (text, sender, code) => {
  expect(read(text, sender)).toMatchObject({ facts: { kind: 'incoming', code }, treatment: 'accept' })
})

test.each([
  [
    'Credit Alert: TZS 150,000.00 to A/C 0321****11 on 03-11-2026 by NEEMA MUSHI. Ref NBC-TEST-0101. Bal TZS 300,000.00',
    'NBC',
    'TZ',
    '150000.00',
    'TZS',
  ],
  [
    'TZS 150,000.00 CR to A/C ***15 on 03/11/2026 from NEEMA MUSHI. Ref AB1234567',
    'ABSA',
    'TZ',
    '150000.00',
    'TZS',
  ],
  [
    'Ndugu mteja, TZS 150,000.00 zimeingia kwenye akaunti yako **2011 kutoka NEEMA MUSHI tarehe 03/11/2026. Kumb; AZN-TEST-0101',
    'Azania',
    'TZ',
    '150000.00',
    'TZS',
  ],
  [
    'Dear Customer, you have an incoming transfer of KES 4,000.00 from JUMA WEKESA on 03/11/2026. Ref NC100000101.',
    'NCBA',
    'KE',
    '4000.00',
    'KES',
  ],
  [
    'Vous avez recu 25.00 USD de JEAN MUTOMBO 243810000101 le 03/11/2026 21:05. ID: QKW1TEST09. Nouveau solde 125.00 USD.',
    'M-PESA',
    'CD',
    '25.00',
    'USD',
  ],
  [
    'Vous avez reçu 50,000 BIF de JEAN NDAYI (25779000101) le 03/11/2026 21:05. Nouveau solde: 60,000 BIF. ID: 123456789',
    'Lumicash',
    'BI',
    '50000',
    'BIF',
  ],
  [
    'Wakiriye 3000 RWF avuye kuri Aline Uwase (*********101). Amafaranga asigaye: 3719 RWF. FT Id: 30900000101',
    'M-Money',
    'RW',
    '3000',
    'RWF',
  ],
  [
    'Akaunti yako 0150***11 imepokea TZS 66,000.00 kutoka VODACOM 255711000101 tarehe 03/11/2026. Kumb: AZNTEST0102',
    ...(['Azania', 'TZ', '66000.00', 'TZS'] as const),
  ],
  [
    'Akaunti yako 0150***11 imeingiziwa TZS 66,000.00 tarehe 03-11-2026. Kumb: FT26307TEST3. Salio TZS 90,000.00.',
    ...(['CRDB BANK', 'TZ', '66000.00', 'TZS'] as const),
  ],
  [
    'TZS 66,000.00 zimeingizwa kwenye akaunti yako inayoishia 1101. Kumb: GWX100000000107',
    ...(['NMB', 'TZ', '66000.00', 'TZS'] as const),
  ],
  [
    'QKW1TEST15. Tsh5,600.00 zimeingia kutoka 255711000101 (ASHA OMAR) 3/11/26 9:10 AM. Salio Tsh34,700.00',
    ...(['M-PESA', 'TZ', '5600.00', 'TZS'] as const),
  ],
  [
    'UGW1TEST16 Confirmed. Ksh640.00 paid by ASHA W 254711000101 to your Till 554433 on 3/11/26 at 3:00 PM.',
    ...(['MPESA', 'KE', '640.00', 'KES'] as const),
  ],
  [
    'QKW1TEST22 Imethibitishwa. Tsh3,000.00 imetumwa kwako na ASHA OMAR 255711000101 tarehe 3/11/26.',
    ...(['M-PESA', 'TZ', '3000.00', 'TZS'] as const),
  ],
  [
    'Malipo yamekamilika. Umepokea Tsh11,500.00 kutoka kwa ASHA OMAR. Kumbukumbu: QKW1TEST23. Salio: Tsh15,500.00.',
    ...(['M-PESA', 'TZ', '11500.00', 'TZS'] as const),
  ],
  [
    'RWF 30,000 from EQUITY BANK RWANDA has been credited to your MoMo account on 2026-11-03 10:00:00. FT Id: 30900000103',
    ...(['M-Money', 'RW', '30000', 'RWF'] as const),
  ],
  [
    'Customer payment of Tsh64,000.00 from 255711000101 - ASHA OMAR to Lipa namba 700700 completed. Ref QKW1TEST24',
    ...(['M-PESA', 'TZ', '64000.00', 'TZS'] as const),
  ],
  [
    'UGX 72,000 sent by ASHA AKELLO to A/C 31***11 on 03/11/2026. Ref CEN26110101. Bal UGX 262,000',
    ...(['CENTENARY', 'UG', '72000', 'UGX'] as const),
  ],
  [
    'Credit Alert! UGX 830,000.00 on A/C 90300***11. Ref STB26110101. Avail Bal: UGX 1,830,000.00',
    ...(['StanbicBank', 'UG', '830000.00', 'UGX'] as const),
  ],
  [
    'KES 640.00 has been credited to the account ending 1101 on 03/11/2026. Ref FT26307TEST0.',
    ...(['KCB', 'KE', '640.00', 'KES'] as const),
  ],
  [
    'Umepokea TSh 7,000 kutoka kwa ASHA OMAR. Muamala: 26700000000113. Hakutakuwa na makato.',
    ...(['MIXX BY YAS', 'TZ', '7000', 'TZS'] as const),
  ],
  [
    'Payment of KES 640.00 from ASHA WEKESA on 03/11/2026. Ref FT26307TEST2.',
    ...(['KCB', 'KE', '640.00', 'KES'] as const),
  ],
  [
    'KES 640.00 has been paid into A/C 0112***11 by ASHA WEKESA on 03-11-2026. Ref NC100000102',
    ...(['NCBA', 'KE', '640.00', 'KES'] as const),
  ],
  [
    'Credit transaction of TZS 52,000.00 has occurred on your account 0150***11 on 03.11.26. Ref FT26307TEST1',
    ...(['CRDB BANK', 'TZ', '52000.00', 'TZS'] as const),
  ],
  [
    'Dear Customer, KES 8,800.00 has been deposited to your account 0112***11 by ASHA WEKESA. Ref DTB26110101.',
    ...(['NCBA', 'KE', '8800.00', 'KES'] as const),
  ],
  [
    "Y'ello, wakiriye amafaranga 6000 RWF avuye kuri Aline Uwase (0711000101). Nomero: 30900000102",
    ...(['M-Money', 'RW', '6000', 'RWF'] as const),
  ],
])('money came in: %s', (text, sender, country, amount, currency) => {
  expect(read(text, sender, country)).toMatchObject({
    facts: { kind: 'incoming', amount, currency },
    treatment: 'accept',
  })
})

test.each([
  ['deposit', 'Wakala amekuwekea TSh 10,000. Salio jipya ni TSh 20,100. Muamala: 26700000000106'],
  [
    'incoming',
    'Mteja 0711000101 ASHA OMAR amelipa Tsh 10,000 kwenye LIPA namba yako. TID MP261103.2105.Q00005',
  ],
  ['incoming', 'Mshahara wa TZS 10,000 umeingizwa kwenye akaunti yako. Muamala: 26700000000108'],
])('%s of an unusual beginning waits for a person: %s', (kind, text) => {
  expect(read(text, 'MIXX BY YAS')).toMatchObject({ facts: { kind, amount: '10000' }, treatment: 'hold' })
})

test('the first word of a message of Airtel tells what it is about', () => {
  const text = 'DEPOSITED. TID 155100000103. UGX 50,000 by Agent ID 220011. Bal UGX 150,000.'
  expect(read(text, 'AirtelMoney', 'UG')).toMatchObject({ facts: { kind: 'deposit' }, treatment: 'hold' })
})

test('a loan is the sum that was lent, not what is paid back for it', () => {
  const text = 'Umepokea mkopo wa Bustisha TSh 15,000. Rejesha TSh 16,200. Muamala: 26700000000107.'
  expect(read(text, 'MIXX BY YAS').facts).toMatchObject({ kind: 'loan', amount: '15000' })
})

test.each([
  ['airtime', 'Umenunua muda wa maongezi wa TSh 1,000. Salio TSh 9,000. Muamala: 26700000000110'],
  ['other', 'Umepokea kamisheni ya TSh 1,000. Salio TSh 9,000. Muamala: 26700000000111'],
  ['other', 'You have received a cashback of TSh 1,000 from DUKA. TxnID: 26700000000112.'],
])('%s is named before its amount: %s', (kind, text) => {
  expect(read(text, 'MIXX BY YAS').facts).toMatchObject({ kind, amount: '1000' })
})

test('an hour that is none waits for a person', () => {
  for (const clock of ['25:12:05', '10:75'])
    expect(read(mpesa('Tsh45,500.00').replace('9:05 PM', clock))).toMatchObject({ reason: 'time' })
})
