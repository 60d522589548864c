import { testProviders } from './testing/providers.ts'

/**
 * The wallets and banks of Kenya, Uganda and Rwanda, each in its own form: money that comes in, goes out and is taken
 * back. The texts are written for this test, with invented people and numbers.
 */

const kenya = { country: 'KE', currency: 'KES' } as const
const uganda = { country: 'UG', currency: 'UGX' } as const
const rwanda = { country: 'RW', currency: 'RWF' } as const

testProviders([
  {
    sender: 'MPESA',
    ...kenya,
    sent: [
      [
        'incoming',
        'RTP1TEST01 Confirmed.You have received Ksh3,150.00 from MERCY ATIENO 0711000901 on 3/11/26 at 2:08 PM  New M-PESA balance is Ksh4,150.00.',
        {
          amount: '3150.00',
          code: 'RTP1TEST01',
          name: 'MERCY ATIENO',
          phone: '0711000901',
          at: '2026-11-03T14:08',
          balance: '4150.00',
        },
      ],
      [
        'incoming',
        'RTP1TEST02 Confirmed. Ksh7,700.00 received from KEVIN OTIENO (254711***902) for account MAUA-12 on 3/11/26 at 10:15 AM. New Utility balance is Ksh21,700.00.',
        {
          amount: '7700.00',
          code: 'RTP1TEST02',
          name: 'KEVIN OTIENO',
          phone: '254711***902',
          reference: 'MAUA-12',
          balance: '21700.00',
        },
      ],
      [
        'incoming',
        'RTP1TEST03 Umepokea Ksh450.00 kutoka kwa FAITH MUTUA (254711***903) kwny pochi la biashara yako on 3/11/26 at 9:02 AM. Salio jipya la Pochi ni Ksh2,450.00.',
        { amount: '450.00', code: 'RTP1TEST03', name: 'FAITH MUTUA', balance: '2450.00' },
      ],
      [
        'outgoing',
        'RTP1TEST04 Confirmed. Ksh1,000.00 sent to PETER KAMAU 0711000904 on 3/11/26 at 7:56 PM. New M-PESA balance is Ksh3,137.00. Transaction cost, Ksh13.00.',
        { amount: '1000.00', code: 'RTP1TEST04', name: 'PETER KAMAU', fee: '13.00', balance: '3137.00' },
      ],
      [
        'outgoing',
        'RTP1TEST05 Imethibitishwa. Umetuma Ksh600.00 kwa JOYCE NJERI 0711000905 tarehe 3/11/26 saa 8:10 PM. Baki yako ya M-PESA ni Ksh2,530.00. Gharama ya muamala, Ksh7.00.',
        { amount: '600.00', code: 'RTP1TEST05', fee: '7.00', balance: '2530.00' },
      ],
      [
        'reversal',
        'RTP1TEST06 confirmed. Reversal of transaction RTP1TEST01 has been successfully reversed  on 4/11/26  at 8:31 AM and Ksh3,150.00 is debited from your M-PESA account. New M-PESA account balance is Ksh0.00.',
        { amount: '3150.00', code: 'RTP1TEST06', reference: 'RTP1TEST01' },
      ],
    ],
  },
  {
    sender: 'AirtelMoney',
    ...kenya,
    sent: [
      [
        'incoming',
        'TID CP261103.1315.A00911 Confirmed. You have received KES 2,400.00 from DENNIS KIPROP 254711000911 on 03/11/2026 at 01:15 PM. Your Airtel Money balance is KES 3,000.00.',
        {
          amount: '2400.00',
          code: 'CP261103.1315.A00911',
          name: 'DENNIS KIPROP',
          at: '2026-11-03T13:15',
          balance: '3000.00',
        },
      ],
      [
        'outgoing',
        'RTQ1TEST0912 Confirmed. Ksh 850 completed to NYOTA CAFE on 03/11/26 at 02:19 PM. Fee: Ksh 9.00. Bal: Ksh 2141.',
        { amount: '850', code: 'RTQ1TEST0912', name: 'NYOTA CAFE', fee: '9.00', balance: '2141' },
      ],
      [
        'reversal',
        'TID RV261104.0800.A00913 Confirmed. KES 2,400.00 received from DENNIS KIPROP has been reversed on 04/11/2026 at 08:00 AM. Your Airtel Money balance is KES 0.00.',
        { amount: '2400.00', code: 'RV261104.0800.A00913' },
      ],
    ],
  },
  {
    sender: 'EQUITY BANK',
    ...kenya,
    sent: [
      [
        'incoming',
        'You have received KES 36,000.00 from LEAH CHEBET. Ref: EQTEST00921. Available balance is KES 80,500.00.',
        { amount: '36000.00', code: 'EQTEST00921', name: 'LEAH CHEBET', balance: '80500.00' },
      ],
      [
        'incoming',
        'RTS1TEST92 Confirmed. Ksh5,600.00 received from IAN MUTISO (254711***922) via Equity Merchant on 3/11/26 at 11:30 AM. New Account balance is Ksh86,100.00.',
        { amount: '5600.00', code: 'RTS1TEST92', name: 'IAN MUTISO', balance: '86100.00' },
      ],
      [
        'outgoing',
        'You have sent KES 10,000.00 to MAKUTI LTD. Ref: EQTEST00923. Available balance is KES 76,100.00.',
        { amount: '10000.00', code: 'EQTEST00923', name: 'MAKUTI LTD', balance: '76100.00' },
      ],
      [
        'reversal',
        'KES 36,000.00 received from LEAH CHEBET has been reversed. Ref: EQTEST00924. Available balance is KES 40,100.00.',
        { amount: '36000.00', code: 'EQTEST00924', balance: '40100.00' },
      ],
    ],
  },
  {
    sender: 'KCB',
    ...kenya,
    sent: [
      [
        'incoming',
        'RTK1TEST31 completed. You have received KES 990 from SHARON WANJIKU 254711000931 for account BAHARI 4400931 on 03/11/2026 at 03:31 PM. KCB Go Ahead.',
        { amount: '990', code: 'RTK1TEST31', name: 'SHARON WANJIKU', reference: 'BAHARI 4400931' },
      ],
      [
        'incoming',
        'Dear Customer, KES 28,500.00 received from TAITA TRADERS to your account B77, Ref FT26TEST0932 on 03-11-2026.',
        { amount: '28500.00', code: 'FT26TEST0932', reference: 'B77', at: '2026-11-03' },
      ],
      [
        'outgoing',
        'RTK1TEST33 completed. You have sent KES 4,000 to BRIAN KIMANI 254711000933 on 03/11/2026 at 05:31 PM. KCB Go Ahead.',
        { amount: '4000', code: 'RTK1TEST33', name: 'BRIAN KIMANI' },
      ],
      [
        'reversal',
        'Dear Customer, KES 28,500.00 received from TAITA TRADERS was reversed from your account B77, Ref FT26TEST0934 on 04-11-2026.',
        { amount: '28500.00', code: 'FT26TEST0934' },
      ],
    ],
  },
  {
    sender: 'MTNMobMoney',
    ...uganda,
    sent: [
      [
        'incoming',
        'You have received UGX 58000 from NAKATO SARAH (256711000941) on 2026-11-03 13:19:02. fee:0. Reason: matofali. New balance: UGX 97000. ID: 39500000941.',
        { amount: '58000', code: '39500000941', at: '2026-11-03T13:19:02', balance: '97000' },
      ],
      [
        'outgoing',
        "Y'ello. You have sent UGX 12,000 to 256711000942, OKELLO,PAUL. Fee:UGX 500.00. Transaction ID:39500000942. Your Mobile Money balance is now UGX 84,500.00.",
        { amount: '12000', code: '39500000942', fee: '500.00', balance: '84500.00' },
      ],
      [
        'reversal',
        "Y'ello. The UGX 58000 received from NAKATO SARAH has been reversed on 2026-11-04 08:00:00. New balance: UGX 26500. ID: 39500000943.",
        { amount: '58000', code: '39500000943', balance: '26500' },
      ],
    ],
  },
  {
    sender: 'AirtelMoney',
    ...uganda,
    sent: [
      [
        'incoming',
        'RECEIVED. TID 150000000951. UGX 71,000 from 711000951, ESTHER NAMBI. Bal UGX 75,500. 03-November-2026 17:54',
        { amount: '71000', code: '150000000951', name: 'ESTHER NAMBI', balance: '75500' },
      ],
      [
        'incoming',
        'RECEIVED UGX 9,000 from 256711000952,MOSES OPIO,viatu. Balance UGX 84,500. TID:150000000952.',
        { amount: '9000', code: '150000000952', name: 'MOSES OPIO', reference: 'viatu', balance: '84500' },
      ],
      [
        'outgoing',
        'SENT.TID 150000000953. UGX 30,000 to RUTH AUMA  0711000953. Fee UGX 400. Bal UGX 54,100. Date 03-November-2026 19:18.',
        { amount: '30000', code: '150000000953', fee: '400', balance: '54100', at: '2026-11-03T19:18' },
      ],
      [
        'reversal',
        'REVERSED. TID 150000000954. UGX 71,000 from 711000951, ESTHER NAMBI. Bal UGX 0. 04-November-2026 08:00',
        { amount: '71000', code: '150000000954' },
      ],
    ],
  },
  {
    sender: 'M-Money',
    ...rwanda,
    sent: [
      [
        'incoming',
        'You have received 42000 RWF from Diane Mukamana (*********961) on your mobile money account at 2026-11-03 16:30:51. Message from sender: imbuto. Your new balance:51000 RWF. Financial Transaction Id: 23000000961.',
        {
          amount: '42000',
          code: '23000000961',
          name: 'Diane Mukamana',
          reference: 'imbuto',
          at: '2026-11-03T16:30:51',
          balance: '51000',
        },
      ],
      [
        'outgoing',
        'TxId: 23000000962. Your payment of 6,000 RWF to Eric Habimana 10962 has been completed at 2026-11-03 18:31:39. Your new balance: 45,000 RWF. Fee was 0 RWF.',
        { amount: '6000', code: '23000000962', balance: '45000', fee: '0' },
      ],
      [
        'reversal',
        'The transaction of 42000 RWF from Diane Mukamana has been reversed at 2026-11-04 09:00:00. Your new balance:3000 RWF. Financial Transaction Id: 23000000963.',
        { amount: '42000', code: '23000000963', balance: '3000' },
      ],
    ],
  },
  {
    sender: 'AirtelMoney',
    ...rwanda,
    sent: [
      [
        'incoming',
        'You have received RWF 15,500 from JEAN BOSCO 250711000971. Your balance is RWF 18,000. TID: 26110300971',
        { amount: '15500', code: '26110300971', name: 'JEAN BOSCO', balance: '18000' },
      ],
      [
        'outgoing',
        'You have sent RWF 4,500 to CLAUDINE INGABIRE 250711000972. Fee RWF 50. Your balance is RWF 13,450. TID: 26110300972',
        { amount: '4500', code: '26110300972', name: 'CLAUDINE INGABIRE', fee: '50', balance: '13450' },
      ],
      [
        'reversal',
        'Your transaction of RWF 15,500 from JEAN BOSCO has been reversed. Your balance is RWF 0. TID: 26110400973',
        { amount: '15500', code: '26110400973', balance: '0' },
      ],
    ],
  },
])
