import { describe, expect, test } from 'vitest'
import { treatMessage } from './treat-message.ts'

/** Money that is nobody's payment, in each language. People, numbers and texts are invented. */

const read = (text: string, sender: string, country: string, last_balance?: string) =>
  treatMessage({ text, sender, country, context: { last_balance } })
const lumicash = (what: string) =>
  read(`Vous avez reçu ${what}. Nouveau solde: 145500 FBU. ID: 7711000201`, 'Lumicash', 'BI', '100000')
const crdb = (text: string) =>
  read(`${text} Kumb: FT26307TEST5. Salio TZS 145,500.00`, 'CRDB BANK', 'TZ', '100000')
const mpesa = (from: string) =>
  read(
    `QKW1TEST01 Imethibitishwa. Umepokea Tsh45,500.00 kutoka ${from} tarehe 3/11/26 saa 9:05 PM. Salio lako jipya ni Tsh145,500.00`,
    'M-PESA',
    'TZ',
    '100000',
  )

describe('in French', () => {
  test.each([
    'un prêt de 45500 FBU de KOPA',
    'un crédit de 45500 FBU de KOPA',
    'un pret de 45500 FBU',
    'une avance sur salaire de 45500 FBU de KOPA',
    'un microcrédit de 45500 FBU de KOPA',
    'une demande de 45500 FBU de NIYONZIMA ALINE',
    'une demande de paiement de 45500 FBU de NIYONZIMA ALINE',
    "une demande d'argent de 45500 FBU de NIYONZIMA ALINE",
    'une facture de 45500 FBU de REGIDESO',
    'par erreur 45500 FBU de NIYONZIMA ALINE',
    '45500 FBU de NIYONZIMA ALINE par erreur',
    '45500 FBU de NIYONZIMA ALINE suite à une erreur',
    "45500 FBU de l'agent KATO",
    "45500 FBU par l'agent KATO",
    '45500 FBU chez un agent KATO',
    '45500 FBU de NIYONZIMA ALINE en attente de confirmation',
    '45500 FBU de NIYONZIMA ALINE sous réserve de vérification',
    '45500 FBU de NIYONZIMA ALINE. Les fonds seront disponibles demain',
    '45500 FBU de NIYONZIMA ALINE. Montant bloqué',
    '45500 FBU de NIYONZIMA ALINE. Cette transaction a été contestée',
    'un crédit téléphonique de 45500 FBU de NIYONZIMA',
    '45500 FBU de crédit de communication de NIYONZIMA',
    'un forfait de 45500 FBU de NIYONZIMA',
    '45500 FBU de intérêts',
    "45500 FBU d'intérêts de LUMICASH",
    '45500 FBU de commission',
    'une commission de 45500 FBU',
    'un bonus de 45500 FBU de LUMICASH',
    '45500 FBU comme cadeau de LUMICASH',
    '45500 FBU de votre compte bancaire',
    '45500 FBU depuis votre banque',
    '45500 FBU de votre épargne',
    '45500 FBU de mon épargne',
    '45500 FBU de salaire',
    'un remboursement de frais de 45500 FBU',
    '45500 FBU à recevoir de NIYONZIMA ALINE',
    'une promesse de 45500 FBU de NIYONZIMA ALINE',
  ])('"Vous avez reçu %s" pays for nothing', (what) => expect(lumicash(what).treatment).not.toBe('accept'))

  test.each([
    '45500 FBU de NIYONZIMA ALINE (25769000501)',
    '45500 FBU de PRÊT-À-PORTER BUJA',
    '45500 FBU de AGENCE DE VOYAGE KATO',
    'un paiement de 45500 FBU de NIYONZIMA ALINE',
    'un transfert de 45500 FBU de DE LA CROIX ALINE',
    '45500 FBU par NIYONZIMA ALINE',
  ])('"Vous avez reçu %s" counts', (what) =>
    expect(lumicash(what)).toMatchObject({
      facts: { kind: 'incoming', amount: '45500' },
      treatment: 'accept',
    }),
  )

  test.each([
    'Vous recevrez 45500 FBU de NIYONZIMA ALINE.',
    'Votre compte sera crédité de 45500 FBU par NIYONZIMA ALINE.',
    '45500 FBU reçu de NIYONZIMA ALINE en attente de confirmation.',
    'Tapez 123456 pour recevoir 45500 FBU. Vous avez reçu 45500 FBU de NIYONZIMA ALINE.',
    'Vous avez reçu 12 paiements de 45500 FBU.',
    "J'ai payé. Vous avez reçu 45500 FBU de NIYONZIMA ALINE.",
  ])('%s', (text) =>
    expect(read(`${text} Nouveau solde: 145500 FBU. ID: 7711000201`, 'Lumicash', 'BI').treatment).not.toBe(
      'accept',
    ),
  )

  test.each(['Confirmé.', 'Confirmée.', 'Félicitations!', 'Transaction réussie.', 'Opération effectuée.'])(
    'an opening is no word of a customer: %s',
    (opening) => {
      const text = `DK31ABC123 ${opening} Vous avez recu 25.00 USD de ASHA KABILA 243810000101 le 03/11/2026 à 21:05. Nouveau solde: 45.00 USD. Ref: DK31ABC123`
      expect(read(text, 'M-PESA', 'CD')).toMatchObject({ facts: { amount: '25.00' }, treatment: 'accept' })
    },
  )
  test('a word with an accent that no provider writes is one of a customer', () => {
    const text = 'DK31ABC123 Payé déjà, vérifiez: Vous avez recu 25.00 USD de ASHA KABILA 243810000101.'
    expect(read(text, 'M-PESA', 'CD')).toMatchObject({ treatment: 'hold', reason: 'relayed' })
  })
})

test.each([
  '25.00 USD reçus de ASHA KABILA 243810000101 le 3 juin 2026 à 21h05.',
  '25.00 USD reçu du 243810000101 - ASHA KABILA le 3 juin 2026 à 21h05.',
  'Vous avez reçu 25.00 USD du 243810000101 - ASHA KABILA le 3 juin 2026 à 21h05.',
])('%s', (text) =>
  expect(read(`DK31ABC123 Confirmé. ${text} Nouveau solde: 45.00 USD.`, 'M-PESA', 'CD')).toMatchObject({
    facts: { amount: '25.00', name: 'ASHA KABILA', phone: '243810000101', at: '2026-06-03T21:05' },
    treatment: 'accept',
  }),
)

test.each([
  [
    'VOUS AVEZ RECU 45500 FBU DE NIYONZIMA ALINE PAR ERREUR. NOUVEAU SOLDE: 145500 FBU. ID: 7711000201',
    'Lumicash',
    'BI',
  ],
  [
    'QKW1TEST01 IMETHIBITISHWA. UMEPOKEA TSH45,500.00 KUTOKA KWA ASHA OMAR KWA MAKOSA. SALIO LAKO JIPYA NI TSH145,500.00',
    'M-PESA',
    'TZ',
  ],
  [
    'QKW1TEST01 IMETHIBITISHWA. UMEPOKEA TSH45,500.00 KUTOKA BENKI YAKO YA CRDB. SALIO LAKO JIPYA NI TSH145,500.00',
    'M-PESA',
    'TZ',
  ],
])('in capitals too: %s', (text, sender, country) =>
  expect(read(text, sender, country).treatment).not.toBe('accept'),
)

describe('what a provider writes behind a payment', () => {
  test.each([
    'Composez *163# pour retirer votre argent.',
    'Pour annuler, appelez le 100.',
    "L'application est disponible sur Play Store.",
    'Votre forfait expire demain.',
  ])('%s', (aside) =>
    expect(
      read(
        `Vous avez reçu 45500 FBU de NIYONZIMA ALINE. Nouveau solde: 145500 FBU. ID: 7711000201. ${aside}`,
        'Lumicash',
        'BI',
      ).treatment,
    ).toBe('accept'),
  )
  test.each([
    'The app is available on Play Store.',
    'Huduma zote zinapatikana kwenye app yetu.',
    'Never share your PIN, your line may get blocked.',
    'Offers are available from all shops.',
  ])('%s', (aside) =>
    expect(crdb(`Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. ${aside}`).treatment).toBe('accept'),
  )
})

describe('in Kinyarwanda', () => {
  const mtn = (text: string) =>
    read(`${text} Asigaye: 145500 RWF. Nomero y'igikorwa: 12345678901`, 'M-Money', 'RW')
  test.each([
    'Wakiriye inguzanyo ya 45500 RWF avuye kuri KOPA.',
    'Wakiriye 45500 RWF avuye kuri ASHA UWASE ku makosa.',
    'Wakiriye 45500 RWF avuye kuri ASHA UWASE, birategereje kwemezwa.',
    'Wakiriye inyungu ya 45500 RWF.',
    'Wakiriye komisiyo ya 45500 RWF.',
    'Wakiriye 45500 RWF avuye kuri konti yawe.',
    'Wakiriye 45500 RWF avuye kuri ASHA UWASE. Kanda 1 kwemeza.',
    'Wakiriye ubusabe bwa 45500 RWF buvuye kuri ASHA UWASE.',
    'Ubwishyu bwawe bwa 45500 RWF bwakiriwe.',
    'Ubwishyu bwa 45500 RWF bwakiriwe na ASHA UWASE.',
  ])('%s', (text) => expect(mtn(text).treatment).not.toBe('accept'))

  test.each([
    'Ubwishyu bwa 45500 RWF bwakiriwe buvuye kuri ASHA UWASE (250788000101).',
    'Ubwishyu bwa 45500 RWF buvuye kuri ASHA UWASE (250788000101) bwakiriwe.',
    'Amafaranga 45500 RWF yakiriwe avuye kuri ASHA UWASE (250788000101).',
  ])('%s', (text) =>
    expect(mtn(text)).toMatchObject({
      facts: { kind: 'incoming', amount: '45500', name: 'ASHA UWASE', balance: '145500' },
      treatment: 'accept',
    }),
  )
})

describe('money of the owner', () => {
  test.each([
    'CRDB akaunti yako 0150123',
    'NMB BANK akaunti yako 0150123',
    'CRDB, akaunti yenu 0150123',
    'CRDB A/C yako 0150123',
    'benki yako ya CRDB',
    'benki yenu',
    'kadi yako ya NMB',
    'pochi yako',
    'NMB WAKALA 12345',
    'WAKALA CRDB 12345',
    'CRDB AGENT 002214',
    'SPORTYBET',
    'BETWAY TANZANIA',
    'KWIKBET LTD',
    '255711000101 - BETPAWA',
  ])('kutoka %s', (from) => expect(mpesa(from).treatment).not.toBe('accept'))

  test.each(['JOHN WAKALA', 'ELIZABET', 'ALPHABET BOOKS LTD', 'ASHA OMAR', 'CRDB BANK - ASHA OMAR'])(
    'kutoka %s',
    (from) => expect(mpesa(from).treatment).toBe('accept'),
  )

  test.each([
    'being POS settlement of 03/11/2026.',
    'being CARD SETTLEMENT 03112026.',
    'being merchant settlement.',
    'SETTLEMENT OF VISA TRANSACTIONS.',
  ])('credited %s', (details) =>
    expect(
      crdb(`Your account 0150****11 has been credited with TZS 45,500.00 ${details}`).treatment,
    ).not.toBe('accept'),
  )
})

describe('money that is not there yet, or came by mistake', () => {
  test.each([
    'Your account 0150****11 has been credited with TZS 45,500.00 CHEQUE DEPOSIT 000123 SUBJECT TO CLEARING.',
    'Your account 0150****11 has been credited with TZS 45,500.00 by cheque. Funds are uncleared.',
    'Your account 0150****11 has been credited with TZS 45,500.00. Funds will be available tomorrow.',
    'Your account 0150****11 has been credited with TZS 45,500.00 from ASHA OMAR, available on 05/11/2026.',
    'Your account 0150****11 has been credited with TZS 45,500.00 from ASHA OMAR. Funds are held until verified.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. Fedha zitapatikana kesho.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. Fedha zimeshikiliwa hadi uhakiki.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. Malipo yanahakikiwa.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. Kiasi kitaonekana baada ya uhakiki.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR. Pesa zinasubiri uthibitisho.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR kwa makosa.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR kwa bahati mbaya.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR kwa kosa.',
    'Umepokea TZS 45,500.00 kutoka kwa ASHA OMAR kimakosa.',
    'Umepokea TZS 45,500.00 from error correction.',
  ])('%s', (text) => expect(crdb(text).treatment).not.toBe('accept'))
})

describe('money that reached somebody else', () => {
  test.each([
    'Malipo ya TZS 45,500 kwa DAWASA yamepokelewa.',
    'Malipo yako ya TZS 45,500 kwa DAWASA yamepokelewa.',
    'Malipo ya TZS 45,500 kwenda kwa JUMA OMAR yamepokelewa.',
    'Malipo yako kwa DAWASA ya TZS 45,500 yamepokelewa.',
    'Received: TZS 45,500 payment order to JUMA OMAR.',
    'Received: TZS 45,500 payment to DAWASA.',
    'Received your transfer order of TZS 45,500 to JUMA OMAR.',
    'TZS 45,500 transfer instruction received for JUMA OMAR.',
    'Payment of TZS 45,500 to DAWASA has been received.',
  ])('%s', (text) => {
    const { facts, treatment } = crdb(text)
    expect(treatment).not.toBe('accept')
    expect(facts.kind).not.toBe('incoming')
  })

  test.each([
    'Malipo ya TZS 45,500 yamepokelewa kutoka kwa JUMA OMAR.',
    'Malipo ya TZS 45,500 kutoka kwa JUMA OMAR yamepokelewa.',
    'Payment of TZS 45,500 received from JUMA OMAR.',
    'Payment of TZS 45,500 from JUMA OMAR to your account 0150****11 has been received.',
  ])('%s', (text) => expect(crdb(text)).toMatchObject({ facts: { kind: 'incoming' }, treatment: 'accept' }))
})

describe('balances and receipt numbers of banks', () => {
  test.each([
    ['STANBIC', 'TZ', 'Available TZS 145,500.00'],
    ['KCB', 'TZ', 'Avail TZS 145,500.00'],
    ['KCB', 'TZ', 'Now available TZS 145,500.00'],
    ['STANBIC', 'TZ', 'Available: TZS 145,500.00'],
  ])('%s in %s: %s', (sender, country, balance) => {
    const text = `TZS 45,500.00 credited to your account 914****11 by ASHA OMAR on 03/11/2026. Ref: FT26307TEST5. ${balance}`
    expect(read(text, sender, country)).toMatchObject({
      facts: { balance: '145500.00' },
      treatment: 'accept',
    })
  })

  test.each([
    'MPESAC2B_400222 DK31ABC123',
    'MPESAC2B_400222 DK31ABC123 ASHA OTIENO',
    'MPESA C2B 400222 DK31ABC123',
    'MPESA_400222 DK31ABC123',
    'MPESA DK31ABC123',
  ])('credited by %s', (by) => {
    const text = `Dear Customer, KES 45,500.00 has been credited to your account 011****11 by ${by} on 03/11/2026 21:05. Available KES 145,500.00`
    expect(read(text, 'CO-OP BANK', 'KE')).toMatchObject({
      facts: { code: 'DK31ABC123', balance: '145500.00' },
      treatment: 'accept',
    })
  })

  test('a name of ten letters is no receipt number', () => {
    const text =
      'KES 45,500.00 has been credited to your account 011****11 by MPESAC2B_400222 CHRISTOPHE on 03/11/2026 21:05. Available KES 145,500.00'
    expect(read(text, 'CO-OP BANK', 'KE').facts.code).toBeNull()
  })
})
