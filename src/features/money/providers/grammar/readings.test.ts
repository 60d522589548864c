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
  // The sum of many payments is none.
  ['KE', 'Your till 5402210 has received 17 payments worth Ksh12,300.00 today.', { kind: 'other' }],
  [
    'KE',
    'Till 5402210: 9 successful transactions totalling KES 8,100.00 were received on 3/11/26.',
    { kind: 'other' },
  ],
  [
    'UG',
    'Daily summary: you have received UGX 410,000 from customers. Balance UGX 520,000.',
    { kind: 'other' },
  ],
  ['KE', 'Total sales for today: KES 22,000.00 received on till 5402210.', { kind: 'other' }],
  ['TZ', 'Umepokea malipo 23 yenye thamani ya TSh 187,000 kwenye Lipa Namba yako.', { kind: 'other' }],
  ['TZ', 'Lipa Namba yako 5512001 imepokea miamala 11, jumla TSh 64,500.', { kind: 'other' }],
  ['TZ', 'Mauzo ya leo: umepokea TSh 75,000 kwenye Lipa Namba yako.', { kind: 'other' }],
  ['CD', 'Vous avez recu 14 paiements pour un total de 96.00 USD.', { kind: 'other' }],
  ['RW', 'Wakiriye ubwishyu 31 bungana na 210,000 RWF.', { kind: 'other' }],
  [
    'KE',
    'RTP1TEST52 Confirmed.You have received Ksh300.00 from 2 BROTHERS CAFE 0711000955 on 3/11/26 at 2:08 PM. Enjoy 5 free transactions daily.',
    { kind: 'incoming', amount: '300.00' },
  ],
  // Who pays stands behind "na" and "by".
  [
    'TZ',
    'QKP1TEST53 Imethibitishwa. Tsh26,500.00 imelipwa na 255711000953 - NEEMA J. MBISE kwenye LIPA NAMBA yako 5512001 tarehe 3/11/26.',
    { kind: 'incoming', amount: '26500.00', name: 'NEEMA J. MBISE', phone: '255711000953' },
  ],
  [
    'TZ',
    'Umelipwa 8,200 TZS na SALMA IDDI (0629000954) kupitia Lipa HaloPesa namba 330900. Salio jipya: 99,100.00 TZS. Utambulisho wa Muamala: 4020000954',
    { kind: 'incoming', amount: '8200', name: 'SALMA IDDI', phone: '0629000954', code: '4020000954' },
  ],
  [
    'TZ',
    'Akaunti yako inayoishia na 4410 imepokea kiasi cha TSH 31,000 kutoka kwa LULU KESSY 0757000955 Tarehe:03-11-2026.',
    { kind: 'incoming', amount: '31000', name: 'LULU KESSY', phone: '0757000955' },
  ],
  [
    'KE',
    'Ksh1,450.00 was paid by MERCY ATIENO 0711000956 to your till 5402210.',
    { kind: 'incoming', name: 'MERCY ATIENO' },
  ],
  ['TZ', 'Tsh9,000.00 imekatwa na mtandao kama ada ya huduma.', { kind: 'outgoing' }],
  ['TZ', 'Tsh9,000.00 imelipwa kutoka akaunti yako inayoishia na 4410 kwenda LUKU.', { kind: 'outgoing' }],
  // What is said with a noun.
  [
    'TZ',
    'Kuweka pesa TSh 120,000 kupitia Wakala - UPENDO STORE kumefanikiwa. Salio jipya ni TSh 140,250. Muamala: 27108000957.',
    { kind: 'deposit', amount: '120000', balance: '140250' },
  ],
  [
    'TZ',
    'Kutuma pesa TSh 18,000 kwa ASHA OMAR kumekamilika. Ada TSh 400.',
    { kind: 'outgoing', amount: '18000' },
  ],
  [
    'TZ',
    'Kutoa pesa TSh 60,000 kwa wakala kumefanikiwa. Salio jipya TSh 3,100.',
    { kind: 'withdrawal', amount: '60000' },
  ],
  [
    'TZ',
    'Kulipa TSh 7,500 kwa DAWASA kumefanikiwa. Salio jipya TSh 3,100.',
    { kind: 'outgoing', amount: '7500' },
  ],
  ['TZ', 'Kutuma pesa TSh 18,000 kwenda ASHA OMAR hakukufanikiwa. Salio TSh 400.', { kind: 'failed' }],
  [
    'KE',
    'Co-op Kwa Jirani: Cash deposit KES 6,250.00 to 01109***4300 by PETER OTIENO at agent 104000. Ref CKJ260000958. Bal KES 9,230.15',
    { kind: 'deposit', amount: '6250.00', name: 'PETER OTIENO', code: 'CKJ260000958' },
  ],
  // What is not paid yet, or never will be.
  [
    'TZ',
    'Ombi lako la kutuma Tsh 44,000 kwenda 0687000959 halijafanikiwa, huna salio la kutosha. Muamala No: 241133000959.',
    { kind: 'failed', amount: '44000', code: '241133000959' },
  ],
  ['TZ', 'Ombi lako la kufungua akaunti limepokelewa.', { kind: 'other' }],
  [
    'RW',
    'Ntabwo bikunze. Amafaranga ari kuri konti yawe ntahagije kugira ngo wohereze 35,500 RWF. Usigaranye 9,333 RWF.',
    { kind: 'failed', amount: '35500', balance: '9333' },
  ],
  [
    'UG',
    'Your transaction of UGX 51,000 to 256774000960 has failed. Reason: the receiver is not registered. ID 31318000960.',
    { kind: 'failed', amount: '51000', code: '31318000960' },
  ],
  // A code that only its owner may see, whatever it is for.
  [
    'KE',
    'Use code 441 902 to approve payment of KES 3,250.00 at NAIVAS on your card ending 1200.',
    { kind: 'otp' },
  ],
  ['KE', 'Code 44190 to confirm your purchase of KES 900.00. Do not share this code.', { kind: 'otp' }],
  ['TZ', 'Tumia namba 771 204 kuthibitisha malipo ya TZS 40,000 kwa SHOPPERS PLAZA.', { kind: 'otp' }],
  ['CD', 'Code 5512 pour valider le paiement de 20.00 USD chez SHOPRITE.', { kind: 'otp' }],
])('%s: %s', (country, text, facts) => expect(readMessage(text, country)).toMatchObject(facts))
