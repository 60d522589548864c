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
  ['KE', 'You received Ksh 31,300.00 from 44 payments on 3/11/26.', { kind: 'other', name: null }],
  ['TZ', 'Biashara yako imepokea Tsh 80,000 kutoka miamala 14 leo.', { kind: 'other', name: null }],
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
  // Beside a receipt number, a reference is what the payer typed.
  [
    'TZ',
    'QKP1TEST61 Confirmed. You have received Tsh51,000.00 from NMB BANK PLC - DAUDI MREMA with reference INV-4410 on 3/11/26 at 8:02 AM.',
    { code: 'QKP1TEST61', name: 'DAUDI MREMA', reference: 'INV-4410' },
  ],
  [
    'TZ',
    'QKP1TEST62 imethibitishwa. Umepokea malipo ya Tsh3,300.00 kutoka kwa HAWA MBARUKU, simu 0744000962 tarehe 3/11/26. Kumbukumbu: mchele kilo 2. Salio lako jipya ni Tsh9,110.00.',
    { code: 'QKP1TEST62', name: 'HAWA MBARUKU', phone: '0744000962', reference: 'mchele kilo 2' },
  ],
  [
    'UG',
    'RECEIVED UGX 21,000 from 0752000963 AKELLO RUTH. Ref: beans 10kg. Bal UGX 41,350. TID 141880000963.',
    { code: '141880000963', reference: 'beans 10kg' },
  ],
  [
    'UG',
    'You have received UGX 19,000 from OPIO SAM, 256772000964. Reference: ODA-771. New balance: UGX 59,410. ID: 43999000964.',
    { code: '43999000964', reference: 'ODA-771' },
  ],
  [
    'RW',
    'Wakiriye 14,500 RWF avuye kuri UWASE DIANE (250788000965). Ubutumwa: amazi. Amafaranga usigaranye: 50,200 RWF. FT Id: 24420000965',
    { code: '24420000965', name: 'UWASE DIANE', reference: 'amazi' },
  ],
  [
    'RW',
    "Mwakiriye 6,200 RWF avuye kuri GASANA PAUL (250788000968) kuri konti yanyu tariki 2026-11-03 09:15:03. Mufite 31,450 RWF. Nomero y'igikorwa: 28140000968.",
    { code: '28140000968', name: 'GASANA PAUL', balance: '31450' },
  ],
  [
    'KE',
    'UK35GXW968 Confirmed. on 3/11/26 at 9:03 AM Ksh650.00 received from 254716000*** PETER KAMAU. New Account balance is Ksh4,120.00',
    { name: 'PETER KAMAU' },
  ],
  [
    'KE',
    'KES 41,250.00 received into your account 01***77400 on 03/11/2026 08:16 from RIFT FEEDS LTD, narration PO/26/440. Balance: KES 90,004.12.',
    { name: 'RIFT FEEDS LTD', reference: 'PO/26/440' },
  ],
  [
    'TZ',
    'TZS 900,000.00 was deposited into your account 9120***500 on 03/11/2026 by KIBO TOURS LTD. Narration: SAFARI 2210. Stanbic Bank, Moving Forward.',
    { name: 'KIBO TOURS LTD', reference: 'SAFARI 2210' },
  ],
  [
    'TZ',
    'Umepokea TSh 5,000 kutoka kwa ASHA OMAR. Kumbukumbu: 26800000966. Salio TSh 9,000.',
    { code: '26800000966', reference: null },
  ],
  [
    'TZ',
    'Umepokea TSh 5,000 kutoka kwa ASHA OMAR. Kumbukumbu namba 26800000966. Muamala: 26400000967.',
    { code: '26400000967', reference: '26800000966' },
  ],
  [
    'BI',
    'Vous avez recu FBU 15000.00 de 25776000968 KEZA DIANE. Code: MP261103.1104.L20968',
    { code: 'MP261103.1104.L20968' },
  ],
  [
    'KE',
    'QKP1TEST69 Confirmed. Ksh500.00 received from ASHA OMAR. Reference QKP1TEST60 has been reversed.',
    { kind: 'reversal' },
  ],
  // What happened to the money is no reference, whatever stands before it.
  [
    'TZ',
    'QKP1TEST63 Imethibitishwa. Umepokea Tsh5,000.00 kutoka kwa ASHA OMAR 255711000982. Kumbukumbu: imerudishwa kwa makosa.',
    { kind: 'reversal', reference: null },
  ],
  [
    'KE',
    'QKP1TEST64 Confirmed. You have received Ksh500.00 from ASHA OMAR. Reference INV-2204 refunded to sender.',
    { kind: 'reversal' },
  ],
  [
    'RW',
    'You have received 900 RWF from KEZA. Message from sender: Optional.absent(). Your balance: 2000 RWF.',
    { reference: 'Optional.absent()' },
  ],
  // The payer, not the bank, the channel or the addressee.
  [
    'TZ',
    'Your AC 0152***7700 has been credited with TZS 12,000.00 by VODACOM M-PESA 255756000970 JOHN MASSAWE. Ref 19ce02ab000970',
    { name: 'JOHN MASSAWE', phone: '255756000970' },
  ],
  [
    'TZ',
    'You have received TSh 8,000 from Airtel Money user REHEMA SAIDI - 255784000971. TxnId: 27105000971.',
    { name: 'REHEMA SAIDI' },
  ],
  [
    'TZ',
    'Umepokea malipo ya TZS 9,500.00 kutoka kwa mteja 785000972 JUMA SHABANI kupitia Lipa Namba yako 1029300.',
    { name: 'JUMA SHABANI' },
  ],
  [
    'TZ',
    'Utambulisho wa muamala: 3901000973. Umepokea TSH 15,000 kutoka kwa 255621000973, jina MWANAIDI SALIM, wakati 03/11/2026 10:15:40.',
    { name: 'MWANAIDI SALIM', phone: '255621000973' },
  ],
  [
    'KE',
    'Ksh7,100.00 received from business 522500 - KILIMANI BAKERY LTD to your till 889200 on 3/11/26.',
    { name: 'KILIMANI BAKERY LTD' },
  ],
  [
    'KE',
    'KES 15,000.00 from FAITH KOECH (ABSA) via Pesalink has been credited to your KCB A/C 11***8800.',
    { name: 'FAITH KOECH' },
  ],
  [
    'KE',
    'Ksh 2,900.00 imewekwa kwenye akaunti yako 0880***600 kutoka M-PESA, JANE AUMA 0706***974.',
    { name: 'JANE AUMA', phone: '0706***974' },
  ],
  [
    'UG',
    'UGX 90,000 received from STANBIC BANK UGANDA on behalf of MUKASA PAUL on 03-11-2026.',
    { name: 'MUKASA PAUL' },
  ],
  [
    'TZ',
    'Umetoa Tsh 50,000 kwa wakala 118400 - MAMA NURU SHOP. Ada Tsh 1,250.',
    { kind: 'withdrawal', name: 'MAMA NURU SHOP' },
  ],
  [
    'ET',
    'Dear HANA\nYou have received ETB 700.00 by transaction number DBE18KX975 on 03/11/2026 10:15:30 from DAWIT BEKELE (2519****975).',
    { kind: 'incoming', amount: '700.00', currency: 'ETB', name: 'DAWIT BEKELE', code: 'DBE18KX975' },
  ],
  ['TZ', 'You have received TZS 5,000 from NMB SACCOS LTD.', { name: 'NMB SACCOS LTD' }],
  ['TZ', 'You have received TZS 26,000 from 922700 - TIPS-Mixx By Yas.', { name: 'TIPS-Mixx By Yas' }],
  // Languages of the neighbours.
  [
    'BI',
    "Urungitse 12,500 FBU kuri 25769000991 NSHIMIRIMANA EVA. Igiciro c'igikorwa 300 FBU. Usigaranye 40,050 FBU. ID: 7720000991",
    {
      kind: 'outgoing',
      amount: '12500',
      fee: '300',
      balance: '40050',
      name: 'NSHIMIRIMANA EVA',
      code: '7720000991',
    },
  ],
  [
    'BI',
    'Waronse 20,000 FBU avuye kuri NDAYISHIMIYE PAUL (25769000992). ID: 7720000992',
    { kind: 'incoming', amount: '20000', name: 'NDAYISHIMIYE PAUL' },
  ],
  [
    'SO',
    '[-EVCPLUS-] waxaad $8.25 ka heshay 252615000993, Tar: 03/11/26 10:15:20 haraagaagu waa $31.50.',
    { kind: 'incoming', amount: '8.25', currency: 'USD', phone: '252615000993', balance: '31.50' },
  ],
  [
    'SO',
    '[-EVCPLUS-] Waxaad $5 u wareejisay CABDI NUUR(252615000994), Tar: 03/11/26, Haraagaagu waa $26.50.',
    { kind: 'outgoing', amount: '5', balance: '26.50' },
  ],
  [
    'MZ',
    'Confirmado BBE4A0C995. Recebeste 640.00MT de 258843000995 - CARLOS MACHEL aos 3/11/26 as 10:15 AM. O teu novo saldo M-Pesa e de 1,870.00MT.',
    {
      kind: 'incoming',
      amount: '640.00',
      currency: 'MZN',
      code: 'BBE4A0C995',
      name: 'CARLOS MACHEL',
      phone: '258843000995',
      balance: '1870.00',
    },
  ],
  [
    'MZ',
    'Confirmado BBE4A0C996. Transferiste 200.00MT para 258843000996 - LINA SITOE. A taxa foi de 5.00MT. O teu novo saldo M-Pesa e de 1,665.00MT.',
    { kind: 'outgoing', amount: '200.00', fee: '5.00', name: 'LINA SITOE', balance: '1665.00' },
  ],
  ['MZ', 'A tua transferencia de 200.00MT falhou. Saldo insuficiente.', { kind: 'failed' }],
  // Money that pays nothing, and money for somebody else.
  [
    'UG',
    'You have received UGX 7,000 from OPIO SAM as goodwill for your loyalty. Transaction ID: 31290000997.',
    { kind: 'other' },
  ],
  [
    'UG',
    'You have received UGX 70,000 from OPIO SAM to be forwarded to AKELLO RUTH. Transaction ID: 31290000998.',
    { kind: 'other' },
  ],
  ['TZ', 'Umepokea TZS 90,000 kama dhamana kutoka kwa ASHA OMAR. Muamala: 26400000999.', { kind: 'other' }],
  ['TZ', 'Dhamana ya TZS 90,000 imewekwa kwenye akaunti yako na ASHA OMAR.', { kind: 'other' }],
  ['KE', 'You have received Ksh9,000.00 from ASHA OMAR as a security deposit.', { kind: 'other' }],
  [
    'KE',
    'RTP1TEST91 Confirmed. Ksh500.00 was paid by JOHN KAMAU to ASHA SHOP on 3/11/26.',
    { kind: 'outgoing' },
  ],
  [
    'KE',
    'Number of transactions: 12. Total amount received: Ksh 12,000.00. Till 5402210.',
    { kind: 'other' },
  ],
  ['KE', 'End of day report: Ksh 12,000.00 received on till 5402210.', { kind: 'other' }],
  ['TZ', 'Idadi ya miamala: 6. Umepokea TSh 45,000 kwenye Lipa Namba yako.', { kind: 'other' }],
  [
    'TZ',
    'TZS 70,000.00 credited to account 0152***7700 ASHA OMAR on 03/11/2026. Ref FT26307ABC12.',
    { kind: 'incoming', doubts: ['relayed'] },
  ],
  [
    'TZ',
    'TZS 70,000.00 credited to account 0152***7700 on 03/11/2026 by ASHA OMAR. Ref FT26307ABC12.',
    { kind: 'incoming', name: 'ASHA OMAR', doubts: [] },
  ],
  [
    'TZ',
    'Uwekaji wa pesa TSh 35,000 kupitia Wakala - PENDO STORE umefanikiwa.',
    { kind: 'deposit', amount: '35000' },
  ],
  ['TZ', 'Utumaji wa pesa TSh 35,000 kwa ASHA OMAR umekamilika.', { kind: 'outgoing', amount: '35000' }],
  // A number that a payer typed is no receipt number, and does not make the bank's a reference.
  [
    'UG',
    'You have received UGX 5,000 from OPIO SAM, 256772000964. Reason: txn 12345678. New balance: UGX 59,410. Reference: FT26307ABC12.',
    { code: 'FT26307ABC12', reference: 'txn 12345678' },
  ],
  [
    'KE',
    'KES 15,000.00 received from MPESA - TALA. Ref: PSL6079000100.',
    { kind: 'incoming', doubts: ['own-money'] },
  ],
  [
    'TZ',
    'QKP1TEST93 Confirmed. You have received Tsh51,000.00 from M-PESA - PRIZE DRAW on 3/11/26.',
    { doubts: ['own-money'] },
  ],
  // What providers write before the verb, or behind the balance.
  [
    'KE',
    'Dear RUTH, KES 20,000.00 was credited to your account 015***200 on 03/11/2026. Ref: FT26307ABCD.',
    { kind: 'incoming', doubts: [] },
  ],
  [
    'TZ',
    'Dear NURU STORES, your AC 0152***7700 has been credited with TZS 12,000.00 by JOHN MASSAWE. Ref 19ce02ab000970',
    { doubts: [] },
  ],
  [
    'KE',
    'Dear customer, KES 1,500.00 from FAITH KOECH via Pesalink has been credited to your A/C 11***8800. Ref: PSL6079000101.',
    { doubts: [] },
  ],
  [
    'UG',
    'Airtel Money Pay: You have been paid UGX 6,500 by OPIO SAM 256701000990. TID 141890000990.',
    { doubts: [] },
  ],
  [
    'CD',
    'DAI3TEST90 Confirme. Vous avez recu 12.00 USD de 243818000990 - MBUYI JOEL le 3/11/26.',
    { doubts: [] },
  ],
  [
    'RW',
    'Cher client, votre compte 2001***600 a ete credite de 90 000 RWF par UWASE DIANE. Reference: IM26023PX00.',
    { doubts: [] },
  ],
  [
    'KE',
    'RTP1TEST92 Confirmed.You have received Ksh700.00 from MERCY ATIENO 0711000990 on 3/11/26 at 7:52 PM. Reverse wrong transactions by forwarding this message to 456.',
    { kind: 'incoming', doubts: [] },
  ],
  // A number of a phone behind "for" and "on", and a charge that is all that was taken.
  [
    'KE',
    'RTP1TEST95 confirmed.You bought Ksh50.00 of airtime for 254711000995 on 3/11/26 at 7:15 AM.',
    { kind: 'airtime', phone: '254711000995' },
  ],
  [
    'TZ',
    'Umenunua muda wa maongezi TSh 1,500 kwa namba 255711000996. Salio TSh 3,000.',
    { kind: 'airtime', phone: '255711000996' },
  ],
  [
    'KE',
    'You have received Ksh 900.00 from MERCY ATIENO on 0733000997 at 03/11/26 12:05 PM.',
    { name: 'MERCY ATIENO', phone: '0733000997' },
  ],
  [
    'TZ',
    'Makato ya kila mwezi TZS 2,360.00 yamekatwa kwenye akaunti yako inayoishia na 4410.',
    { kind: 'outgoing', amount: '2360.00', fee: null },
  ],
])('%s: %s', (country, text, facts) => expect(readMessage(text, country)).toMatchObject(facts))
