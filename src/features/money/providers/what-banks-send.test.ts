import { describe, expect, test } from 'vitest'
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
    ['TZS:45,500', '45500'],
    ['TZS: 45,500.00', '45500.00'],
    ['TZS=45,500', '45500'],
    ['45,500/=', '45500'],
    ['45,500.00/=', '45500.00'],
    ['45,500/-', '45500'],
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
    ...[
      '2 milioni',
      '2.5 million',
      '2.5 M',
      '2.5m',
      '1.5 laki',
      '45 elfu',
      '45 alfu',
      '150 alfu',
      '45 thousand',
      '45 K',
      '3 mia',
      '2 bn',
      '1 laki na elfu 5',
    ].map((number) => `TZS ${number}`),
    ...['elfu 45', 'laki 1.5', 'milioni 2', 'elfu arobaini na tano'].map((number) => `TZS ${number}`),
    'elfu 45 TZS',
    ...['`', '´', '_', '-', '·', '/', ':', ';', ' .', ' - ', '|', '+'].map((sign) => `Tsh45${sign}500`),
    'Tsh1.45E+5',
    'Tsh4.55e4',
    'Tsh45500cts',
    'Tsh45,500/50',
    '2 x 45,500 Tsh',
    'Tsh45,500 x 2',
    '2 * 45,500 TZS',
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

  test.each([
    ['KES 15,000.00 of KES 40,000.00 received from ASHA WEKESA', '15000.00'],
    ['KES 15,000.00 out of KES 40,000.00 received from ASHA WEKESA', '15000.00'],
    ['Received KES 15,000.00 of KES 40,000.00 from ASHA WEKESA', '15000.00'],
  ])('a part of what is due is the part: %s', (words, amount) => {
    const text = `Dear Customer, ${words} to your account A12, Ref FT26307TEST9 on 03-11-2026.`
    expect(read(text, 'KCB', 'KE').facts).toMatchObject({ kind: 'incoming', amount, currency: 'KES' })
  })

  test('what is owed before the verb is no sign of a relayed message', () => {
    const text =
      'Malipo ya ankara TZS 200,000: Umepokea TZS 150,000 kutoka NEEMA MUSHI, bado TZS 50,000. Kumb: GWX100000000119'
    expect(read(text, 'NMB')).toMatchObject({
      facts: { amount: '150000' },
      treatment: 'hold',
      reason: 'amount',
    })
  })

  const reference = 'Kumb: GWX100000000108 tarehe 03-11-2026 21:05:00'
  test.each([
    `Ankara yako ya TZS 150,000 imelipwa. Umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Makato ya TZS 2,000: Umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Baada ya makato ya TZS 2,000 umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Malipo yamelipwa: umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Gharama TZS 500 imekatwa. Umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Umelipa ada TZS 200. Umepokea TZS 150,000 kutoka NEEMA MUSHI. ${reference}`,
    `Ankara namba 123 imelipwa TZS 150,000 na NEEMA MUSHI. ${reference}`,
    `You have been charged TZS 200. You have received TZS 150,000 from NEEMA MUSHI. ${reference}`,
    `Your bill of TZS 150,000 was paid. You have received TZS 150,000 from NEEMA MUSHI. ${reference}`,
  ])('what is said of a bill or a fee hides no money that came in: %s', (text) => {
    expect(read(text, 'NMB')).toMatchObject({
      facts: { kind: 'incoming', amount: '150000' },
      treatment: 'hold',
    })
  })

  test.each([
    'You have received a payment from NEEMA MUSHI. Ref GWX100000000109',
    'You have received TZS. from NEEMA MUSHI. Ref GWX100000000110',
    'Umepokea malipo kutoka NEEMA MUSHI. Kumb: GWX100000000111',
    'Umepokea TZS elfu 45 kutoka NEEMA MUSHI. Salio TZS 900,000. Kumb: GWX100000000112',
    'You have received forty thousand shillings from NEEMA MUSHI. Ref GWX100000000113',
  ])('money without a sum that can be read waits for a person: %s', (text) => {
    expect(read(text, 'NMB')).toMatchObject({
      facts: { kind: 'incoming', amount: null },
      treatment: 'hold',
      reason: 'amount',
    })
  })

  test.each([
    'You have received TZS 150,000 from NEEMA MUSHI. Sorry for the delay. Ref GWX100000000120',
    'You have received TZS 150,000 from NEEMA MUSHI. If a transaction failed, call 100. Ref GWX100000000121',
    'Umepokea TZS 150,000 kutoka NEEMA MUSHI. Muamala haukufanikiwa. Kumb: GWX100000000122',
    'Umepokea TZS elfu 150 kutoka NEEMA MUSHI. Piga *150*01# kupata ofa. Kumb: GWX100000000123',
  ])('what stands behind it hides no money that came in: %s', (text) => {
    expect(read(text, 'NMB')).toMatchObject({ facts: { kind: 'incoming' }, treatment: 'hold' })
  })

  test.each([
    ['Confirmation code GWX100000000114', 'GWX100000000114'],
    ['Confirmation code: 25804634430189', '25804634430189'],
    ['Authorisation code GWX100000000115', 'GWX100000000115'],
    ['Transaction code is 25804634430190', '25804634430190'],
  ])('a code of a payment is no secret: %s', (words, code) => {
    const text = `You have received TZS 150,000 from NEEMA MUSHI on 03-11-2026 21:05. ${words}.`
    expect(read(text, 'NMB').facts).toMatchObject({ kind: 'incoming', amount: '150000', code })
  })

  test.each([
    'Your confirmation code is 448120. Never share it.',
    'Use confirmation code 448120 to receive TZS 150,000 from NEEMA MUSHI.',
    'You have received TZS 150,000 from NEEMA MUSHI. Verification code 448120.',
    'You have received TZS 150,000 from NEEMA MUSHI. Confirmation code 448120, do not share it.',
    'Your OTP is 448120 to confirm the payment of TZS 150,000 received from NEEMA MUSHI.',
  ])('a code that is one stays secret: %s', (text) => {
    expect(read(text, 'NMB').facts.kind).toBe('otp')
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
    'Failed Bros',
    'Declined Co',
    'Refund Reversed Ltd',
    'Cancelled Cheques Ltd',
    'Received Goods',
    'Pending Orders Ltd',
    'Sent Paid Failed Ltd',
  ])('%s, with small letters', (name) => {
    const { facts, treatment } = read(mpesa('Tsh45,500.00', name))
    expect(facts).toMatchObject({ kind: 'incoming', amount: '45500.00', name, balance: '145500.00' })
    expect(treatment).toBe('accept')
  })

  test.each(['ASHA OMAR Failed', 'Asha Omar Reversed', 'ASHA OMAR Cancelled', 'Asha Omar Pending'])(
    '%s is not accepted, as it may say what happened',
    (name) => expect(read(mpesa('Tsh45,500.00', name)).treatment).not.toBe('accept'),
  )

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

  test.each([
    '29/2/26',
    '31/11/26',
    '3/13/26',
    '31-Nov-2026',
    '31 November 2026',
    '30-FEB-26',
    'Nov 31, 2026',
    '2026-11-31',
    '2026-02-30T21:05',
    '2026-13-03T21:05',
    '2026/13/01',
    'tarehe 20261331',
  ])('%s is no day, and waits for a person', (day) => {
    const text = mpesa('Tsh45,500.00').replace('3/11/26', day)
    expect(read(text)).toMatchObject({ facts: { at: null }, treatment: 'hold', reason: 'time' })
  })
})

test.each([
  'Kumb. Na.:',
  'Kumb Na.',
  'Kumbukumbu Na',
  'Muamala Na:',
  'Muamala wako Na.',
  'Risiti Na.',
  'Rejea:',
  'Rejea Na:',
  'Rejeleo',
  'Stakabadhi Na.',
  'Kitambulisho cha muamala:',
  'UTR:',
  'RRN',
])('the receipt number behind "%s"', (label) => {
  const text = `Umepokea TSh 45,500 kutoka kwa ASHA OMAR. Salio jipya TSh 145,500. ${label} 26700000000118. 03/11/26 21:05.`
  expect(read(text, 'MIXX BY YAS')).toMatchObject({ facts: { code: '26700000000118' }, treatment: 'accept' })
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
  ...[
    'TZS 66,000.00 zimelipwa kwenye akaunti yako na NEEMA MUSHI',
    'TZS 66,000.00 zimehamishwa kutoka NEEMA MUSHI kwenda akaunti yako',
    'TZS 66,000.00 zimehamishwa kwenda akaunti yako 0147 kutoka NEEMA MUSHI',
    'TZS 66,000.00 zimetumwa kwenye akaunti yako XX0147 na NEEMA MUSHI',
    'TZS 66,000.00 imelipwa katika akaunti yako na NEEMA MUSHI',
    'NEEMA MUSHI paid TZS 66,000.00 to you',
    'TZS 66,000.00 paid in to acc ..1234 by NEEMA MUSHI',
    'TZS 66,000.00 paid in to acc ..1234 on 03 Nov 2026. Avail: TZS 300,000.00',
    'TZS 66,000.00 remitted to your account by NEEMA MUSHI',
    'TZS 66,000.00 has been moved to your account from NEEMA MUSHI',
    'Payment of TZS 66,000.00 made to your account by NEEMA MUSHI',
  ].map((words): [string, string, string, string, string] => [
    `${words}. Kumb: GWX100000000116`,
    ...(['NMB', 'TZ', '66000.00', 'TZS'] as const),
  ]),
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
  'TZS 900,000 imetumwa katika akaunti namba 0150**11 kutoka NEEMA MUSHI',
  'TZS 900,000 imehamishwa kutoka NEEMA MUSHI kwenda akaunti namba 0150***11',
  'TZS 900,000 imelipwa na NEEMA MUSHI',
  'Malipo ya TZS 900,000 yamelipwa na NEEMA MUSHI',
  'TZS 900,000 sent from JUMA OTIENO to A/C 0170***11',
  'TZS 900,000 transferred from JUMA OTIENO to A/C 0170***11',
  'TZS 900,000 has been transferred to A/C 0170***11 from JUMA OTIENO',
  'TZS 900,000 remitted by NEEMA MUSHI to your account',
  'Your invoice has been paid. TZS 900,000 received from JUMA OTIENO',
  'Makato TZS 500. Malipo TZS 900,000 yamepokelewa kutoka NEEMA MUSHI',
  'Ada ya TZS 500 imekatwa. Malipo ya TZS 900,000 yameingia kwenye akaunti yako',
  'Bill payment: TZS 900,000 received from NEEMA MUSHI',
  'Malipo yamekamilika kikamilifu. TZS 900,000 imepokelewa kutoka NEEMA MUSHI',
  'You withdrew TZS 10. You have received TZS 900,000 from NEEMA MUSHI',
  'Charges TZS 500 debited. TZS 900,000 credited to your account from NEEMA MUSHI',
  'Debit of charges TZS 500; credit of TZS 900,000 from NEEMA MUSHI',
])('money that came in is not taken for money that went out: %s', (words) => {
  const { facts } = read(`${words}. Kumb: GWX100000000124 tarehe 03-11-2026 21:05`, 'NMB')
  expect(facts).toMatchObject({ kind: 'incoming', amount: '900000' })
})

test.each([
  'Tsh5,000.00 sent to JUMA OMAR from your account',
  'Tsh5,000.00 transferred from ASHA OMAR to JUMA OMAR',
  'Tsh5,000.00 imelipwa kwa JUMA OMAR na wewe',
  'Tsh5,000.00 imehamishwa kutoka ASHA OMAR kwenda JUMA OMAR',
  'Tsh5,000.00 paid to JUMA OMAR. Charges Tsh100.00',
  'Tsh5,000.00 imehamishwa kutoka akaunti yako kwenda akaunti ya JUMA OMAR',
  'Tsh5,000.00 zimehamishwa kutoka kwenye akaunti yako kwenda JUMA OMAR',
  'Tsh5,000.00 zimehamishwa kwenye akaunti yako kwenda JUMA OMAR',
  'Tsh5,000.00 imelipwa kwa JUMA OMAR kutoka kwenye akaunti yako',
  'Tsh5,000.00 imekatwa kwenye akaunti yako',
  'Tsh5,000.00 has been moved from your account to JUMA OMAR',
  'Ankara yako ya Tsh5,000.00 imelipwa',
  'You have paid Tsh5,000.00 to your landlord',
  'Umetuma Tsh5,000.00 kwenda JUMA OMAR. Umepokea pointi 5',
])('money went out: %s', (words) => {
  expect(read(`${words}. Kumb: GWX100000000117`, 'NMB').facts.kind).toBe('outgoing')
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
  for (const clock of ['25:12:05', '10:75', '13:05 AM'])
    expect(read(mpesa('Tsh45,500.00').replace('9:05 PM', clock))).toMatchObject({ reason: 'time' })
})

describe('an offer behind a payment without a full stop', () => {
  test.each([
    'Save & get a loan of Ksh5,000',
    'Invest & earn daily interest with ZIIDI',
    'Join now with airtime',
  ])('%s', (offer) => {
    const text = `UKX1TEST45 Confirmed.You have received Ksh640.00 from ASHA WEKESA 0711000101 on 3/11/26 at 9:05 PM\n${offer}`
    expect(read(text, 'MPESA', 'KE').facts).toMatchObject({ kind: 'incoming', amount: '640.00' })
  })
})

describe('a name behind that of the wallet or bank', () => {
  test.each([
    [
      'Umepokea 23,000 TZS kutoka NBC BANK, jina AIRTIME OMAR. Salio jipya: 24,100.00 TZS.',
      'AIRTIME OMAR',
      null,
    ],
    [
      'Umetuma TSH 2,300 kwenda Airtel Money, jina ASHA OMAR (0711000101). Salio jipya: 100 TZS.',
      'ASHA OMAR',
      '0711000101',
    ],
  ])('%s', (text, name, phone) => {
    expect(read(text, 'HaloPesa').facts).toMatchObject({ name, phone, reference: null })
  })

  test('of an agent', () => {
    const text = 'Umewekewa 9,500 TZS na wakala LOAN PAID SHOP (220011). Salio jipya: 9,600 TZS.'
    expect(read(text, 'HaloPesa').facts).toMatchObject({ kind: 'deposit', name: 'LOAN PAID SHOP' })
  })

  test('of somebody who was paid', () => {
    for (const text of [
      'Paid:RECEIVED CREDIT CO, TZ USD 4.20 Card:4111***1111 Bal:TZS 41,100.00',
      'Maelezo ya ankara RECEIVED CREDIT CO, kumbukumbu no: 220011. Kiasi TSh 4,200.',
    ])
      expect(['outgoing', 'bill']).toContain(read(text, 'CRDB BANK').facts.kind)
  })
})

test.each([
  [
    'Reversal done. TSh 2,100 is back. Original TxnID: 26700000000120. TxnID: 26700000000121.',
    '26700000000121',
  ],
  ['UGX 2,100 withdrawn. Agent ID: 220011.', null],
  ['KCB: A/C 11****11 credited with KES 2,100.00 on 3/11/2026 MPESA UKX1TEST46 ASHA WEKESA.', 'UKX1TEST46'],
])('the receipt number in "%s" is no other number', (text, code) => {
  expect(read(text, 'MIXX BY YAS').facts.code).toBe(code)
})

test('a payment that failed names its sum before the balance', () => {
  expect(
    read('Huna salio la kutosha kufanya muamala huu wa Tsh4,100.00. Salio lako ni Tsh130.00.').facts,
  ).toMatchObject({ kind: 'failed', amount: '4100.00', balance: '130.00' })
  expect(
    read('Failed. You do not have enough balance to send TSh 4,100. Your balance is TSh 130.').facts,
  ).toMatchObject({ kind: 'failed', amount: '4100', balance: '130' })
})
