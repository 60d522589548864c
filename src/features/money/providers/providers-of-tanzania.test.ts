import { testProviders } from './testing/providers.ts'

/**
 * The wallets and banks of Tanzania, each in its own form: money that comes in, goes out and is taken back, in English
 * and Swahili. The texts are written for this test, with invented people and numbers.
 */

const tanzania = { country: 'TZ', currency: 'TZS' } as const

testProviders([
  {
    sender: 'M-PESA',
    ...tanzania,
    sent: [
      [
        'incoming',
        'QKP1TEST01 Confirmed. You have received TZS 47,500.00 from ZAINABU KOMBO (255711000801) on 2026-11-03 at 08:15 AM. New M-Pesa balance is TZS 61,250.50.',
        {
          amount: '47500.00',
          code: 'QKP1TEST01',
          name: 'ZAINABU KOMBO',
          phone: '255711000801',
          at: '2026-11-03T08:15',
          balance: '61250.50',
        },
      ],
      [
        'incoming',
        'QKP1TEST02 Imethibitishwa. Umepokea Tsh9,300.00 kutoka 255711000802 - REHEMA SHABANI mnamo 4/11/26 saa 6:45 PM Baki yako ya M-Pesa ni Tsh70,550.50.',
        {
          amount: '9300.00',
          code: 'QKP1TEST02',
          name: 'REHEMA SHABANI',
          phone: '255711000802',
          at: '2026-11-04T18:45',
          balance: '70550.50',
        },
      ],
      [
        'outgoing',
        'QKP1TEST03 Confirmed. TZS 12,000.00 sent to HAMISI JUMA (255711000803) on 2026-11-05 at 11:00 AM. Transaction cost TZS 350.00. New M-Pesa balance is TZS 58,200.50.',
        { amount: '12000.00', code: 'QKP1TEST03', name: 'HAMISI JUMA', fee: '350.00', balance: '58200.50' },
      ],
      [
        'outgoing',
        'QKP1TEST04 Imethibitishwa. Umetuma Tsh3,000.00 kwenda 255711000804 - SALMA ALLY mnamo 5/11/26 saa 1:05 PM. Ada Tsh100.00. Baki yako ya M-Pesa ni Tsh55,100.50.',
        { amount: '3000.00', code: 'QKP1TEST04', fee: '100.00', at: '2026-11-05T13:05' },
      ],
      [
        'reversal',
        'QKP1TEST05 Confirmed. Transaction QKP1TEST01 of TZS 47,500.00 from ZAINABU KOMBO has been reversed on 2026-11-06 at 09:00 AM. New M-Pesa balance is TZS 7,600.50.',
        { amount: '47500.00', code: 'QKP1TEST05', balance: '7600.50' },
      ],
      [
        'reversal',
        'QKP1TEST06 Imethibitishwa. Muamala wa Tsh9,300.00 kutoka REHEMA SHABANI umerudishwa mnamo 6/11/26 saa 9:10 AM. Baki yako ya M-Pesa ni Tsh100.50.',
        { amount: '9300.00', code: 'QKP1TEST06' },
      ],
    ],
  },
  {
    sender: 'MIXX BY YAS',
    ...tanzania,
    sent: [
      [
        'incoming',
        'Transfer Successful. New balance is TSh 84,000. You have received TSh 33,000 from NMB; ALI MUSSA with TxnId: 26700000000811. 03/11/26 07:20. Furahia Mixx!',
        { amount: '33000', code: '26700000000811', balance: '84000', at: '2026-11-03T07:20' },
      ],
      [
        'incoming',
        'Umepokea TSh 6,500 kutoka kwa 255711000811 - TATU SAID. Salio lako jipya ni TSh 90,500. Kumbukumbu no.: 26700000000812. 03/11/26 08:00.',
        { amount: '6500', code: '26700000000812', balance: '90500', phone: '255711000811' },
      ],
      [
        'outgoing',
        'You have sent TSh 20,000 to Halotel receiver RAMA OMAR - 255711000812. Charges TSh 620. VAT TSh 95. New balance is TSh 69,880. TxnID: 26700000000813. 03/11/26 10:00',
        { amount: '20000', code: '26700000000813', fee: '620', balance: '69880' },
      ],
      [
        'outgoing',
        'Umelipa TSh 4,000 kwenda kwa DUKA LA MTAA. Ada TSh 80. VAT TSh 12. Kumbukumbu no.: 26700000000814. 03/11/26 12:05. Salio lako jipya ni TSh 65,800.',
        { amount: '4000', code: '26700000000814', fee: '80', balance: '65800' },
      ],
      [
        'reversal',
        'Your transaction of TSh 33,000 from ALI MUSSA with TxnId: 26700000000811 was reversed. New balance is TSh 32,800. 04/11/26 07:20.',
        { amount: '33000', code: '26700000000811', balance: '32800' },
      ],
      [
        'reversal',
        'Muamala wa TSh 6,500 kutoka kwa TATU SAID umerudishwa. Kumbukumbu no.: 26700000000815. 04/11/26 08:00. Salio lako jipya ni TSh 26,300.',
        { amount: '6500', code: '26700000000815', balance: '26300' },
      ],
    ],
  },
  {
    sender: 'TIGOPESA',
    ...tanzania,
    sent: [
      [
        'incoming',
        'You have received TSh 8,000 from 255711000821 - MOHAMED ISSA. New balance is TSh 28,000. TxnId: 13400000821. 05/11/26 16:30. Thank you for using Tigo Pesa.',
        { amount: '8000', code: '13400000821', balance: '28000', name: 'MOHAMED ISSA' },
      ],
      [
        'outgoing',
        'You have paid TSh 15,500 to SHAMBA SUPPLIES. Charges TSh 250. VAT TSh 38. Trnx ID: 63400000822. 05/11/26 17:00. Your New balance is TSh 12,250.',
        { amount: '15500', code: '63400000822', name: 'SHAMBA SUPPLIES', fee: '250', balance: '12250' },
      ],
    ],
  },
  {
    sender: 'AirtelMoney',
    ...tanzania,
    sent: [
      [
        'incoming',
        'You have received Tsh 21,000.00 from ASIA RASHIDI 255711000831. Balance Tsh 30,000.00. TID: CI261103.0912.C00831',
        { amount: '21000.00', code: 'CI261103.0912.C00831', name: 'ASIA RASHIDI', balance: '30000.00' },
      ],
      [
        'incoming',
        'Umepokea Tsh 2,750.00 kutoka kwa DAUDI MSAFIRI . Salio Tsh32,750.00. TID: CI261103.1005.C00832',
        { amount: '2750.00', code: 'CI261103.1005.C00832', name: 'DAUDI MSAFIRI', balance: '32750.00' },
      ],
      [
        'outgoing',
        'Paid 7000.00 TZS to 255711000833 SAIDI OMARY. Charges Tsh 60.00 (Service charge Tsh 60.00 + Govt Levy Tsh 0.00). Balance 25,690.00 Tsh. TID:PP261103.1100.D00833',
        { amount: '7000.00', code: 'PP261103.1100.D00833', fee: '60.00', balance: '25690.00' },
      ],
      [
        'outgoing',
        'Umelipa 5,000.00 Tsh kwenda SOKO KUU. Makato Tsh 40.00. Salio 20,650.00 Tsh TID:PP261103.1210.D00834',
        { amount: '5000.00', code: 'PP261103.1210.D00834', fee: '40.00', balance: '20650.00' },
      ],
      [
        'reversal',
        'Your transaction of Tsh 21,000.00 from ASIA RASHIDI has been reversed. Balance Tsh 0.00. TID: RV261104.0900.C00835',
        { amount: '21000.00', code: 'RV261104.0900.C00835' },
      ],
      [
        'reversal',
        'Muamala wa Tsh 2,750.00 kutoka DAUDI MSAFIRI umebatilishwa na pesa imerudishwa. Salio Tsh17,900.00. TID: RV261104.0930.C00836',
        { amount: '2750.00', code: 'RV261104.0930.C00836', balance: '17900.00' },
      ],
    ],
  },
  {
    sender: 'HaloPesa',
    ...tanzania,
    sent: [
      [
        'incoming',
        'Tnx 6260000000000841. Received 14,000 TZS from UPENDO MALIMA (255711000841) via M-Pesa at 03/11/2026 15:41:10. Content: Mbegu.\nNew balance: 19,200.00 TZS.',
        {
          amount: '14000',
          code: '6260000000000841',
          name: 'UPENDO MALIMA',
          phone: '255711000841',
          reference: 'Mbegu',
          at: '2026-11-03T15:41:10',
          balance: '19200.00',
        },
      ],
      [
        'incoming',
        'Muamala 6260000000000842. Umepokea TZS 3,500 kutoka kwa FADHILI KESSY (255711000842) tarehe 03/11/2026 16:00:00. Salio jipya: 22,700.00 TZS.',
        { amount: '3500', code: '6260000000000842', name: 'FADHILI KESSY', balance: '22700.00' },
      ],
      [
        'outgoing',
        'SUCCESSFUL!\nTnx 6260000000000843. Sent 9,000 TZS to GRACE MUSHI (0711000843, Airtel Money) at 03/11/2026 17:36:06. Content: ada. Fee: 90 TZS.\nNew balance: 13,610.00 TZS.',
        { amount: '9000', code: '6260000000000843', fee: '90', balance: '13610.00' },
      ],
      [
        'outgoing',
        'Muamala 6260000000000844. Umetuma TZS 1,500 kwenda kwa GRACE MUSHI (255711000843) tarehe 03/11/2026 18:00:00. Ada: 30 TZS. Salio jipya: 12,080.00 TZS.',
        { amount: '1500', code: '6260000000000844', fee: '30', balance: '12080.00' },
      ],
      [
        'reversal',
        'Tnx 6260000000000845. Reversal of 14,000 TZS from UPENDO MALIMA at 04/11/2026 08:00:00.\nNew balance: 0.00 TZS.',
        { amount: '14000', code: '6260000000000845', balance: '0.00' },
      ],
      [
        'reversal',
        'Muamala 6260000000000846. TZS 3,500 kutoka kwa FADHILI KESSY imerudishwa tarehe 04/11/2026 08:30:00. Salio jipya: 8,580.00 TZS.',
        { amount: '3500', code: '6260000000000846', balance: '8580.00' },
      ],
    ],
  },
  {
    sender: 'Selcom Pesa',
    ...tanzania,
    sent: [
      [
        'incoming',
        '1103TESTA Confirmed. You have received TZS 64,000.00 from JANETH PETER - CRDB (015XXXXXXXX) on 2026-11-03 10:10. Updated balance is TZS 99,000.00. Help 0800 714 888',
        { amount: '64000.00', balance: '99000.00', at: '2026-11-03T10:10' },
      ],
      [
        'incoming',
        'Umepokea Malipo ya TSh 17,250 kwenye Lipa namba 700851 kutoka kwa 255711000851 - ROSE LEMA. Kumbukumbu No.: 26700000000851 03/11/26 16:12. Salio lako jipya ni TSh 116,250.',
        { amount: '17250', code: '26700000000851', phone: '255711000851', balance: '116250' },
      ],
      [
        'outgoing',
        '1103TEST2 Accepted. You have sent TZS 40,000.00 to PAULO JOHN - Airtel Money (255711000852) on 2026-11-03 18:30. Total charges TZS 480.00 (Fee 370, VAT 73, Ex Duty 37). Updated balance is TZS 75,770.00.',
        { amount: '40000.00', code: '1103TEST2', fee: '480.00', balance: '75770.00' },
      ],
      [
        'reversal',
        '1104TEST3 Confirmed. The payment of TZS 64,000.00 from JANETH PETER has been reversed on 2026-11-04 09:00. Updated balance is TZS 11,770.00.',
        { amount: '64000.00', code: '1104TEST3', balance: '11770.00' },
      ],
    ],
  },
  {
    sender: 'CRDB BANK',
    ...tanzania,
    sent: [
      [
        'incoming',
        'Dear Customer, you have received TZS320,000.00 in your account number: 0150********861 2026-11-03T12:18 REF:FT26307TEST1 . For queries call 0755197700.',
        { amount: '320000.00', code: 'FT26307TEST1', at: '2026-11-03T12:18' },
      ],
      [
        'incoming',
        'Umepokea TZS 45000.00 kutoka MWANAIDI HASSAN kwenda akaunti yako. KUMB:19ec0000test0861 Balance is TZS 365000.00',
        { amount: '45000.00', code: '19ec0000test0861', name: 'MWANAIDI HASSAN', balance: '365000.00' },
      ],
      [
        'outgoing',
        'Paid:SEVA KENYA.COM, IE USD 4.50 Card:4232***0862 Date:03.11.2617:39 Bal:TZS353000.00',
        { amount: '4.50', currency: 'USD', balance: '353000.00', at: '2026-11-03T17:39' },
      ],
      [
        'outgoing',
        'Umetuma TZS 22,000.0 kutoka AC:01500***0863 kwenda TUMAINI MOSHA AC: 11000863 REF: 19ec0000test0863 2026-11-03 17:41:9.',
        { amount: '22000.0', code: '19ec0000test0863' },
      ],
      [
        'reversal',
        'Dear Customer, TZS320,000.00 credited in error to your account number: 0150********861 was reversed 2026-11-04T09:00 REF:FT26308TEST2',
        { amount: '320000.00', code: 'FT26308TEST2' },
      ],
      [
        'reversal',
        'Muamala wa TZS 45000.00 kutoka MWANAIDI HASSAN umerudishwa. KUMB:19ec0000test0864 Balance is TZS 320000.00',
        { amount: '45000.00', code: '19ec0000test0864' },
      ],
    ],
  },
  {
    sender: 'NMB',
    ...tanzania,
    sent: [
      [
        'incoming',
        'Dear customer, you have received TZS 210,000.00 from BARAKA STORES to your account ending 0871 on 03-11-2026 14:20:00. Ref: GWX100000000871. NMB Karibu Yako',
        { amount: '210000.00', code: 'GWX100000000871', name: 'BARAKA STORES' },
      ],
      [
        'incoming',
        'Kumb: GWX100000000872 Imethibitishwa. Umepokea TSH75,000 kutoka kwa SABINA NDOSI 07XXXXXXXX kwenye akaunti inayoishia na 0871. Tarehe:03-11-2026 15:46:00.',
        { amount: '75000', code: 'GWX100000000872', name: 'SABINA NDOSI', at: '2026-11-03T15:46:00' },
      ],
      [
        'outgoing',
        'You have paid TZS 33000 with account ending 0871 to MAMA BAKERY 02 10000873 on 03-11-2026 19:28:03. NMB Karibu Yako',
        { amount: '33000', at: '2026-11-03T19:28:03' },
      ],
      [
        'outgoing',
        'Kumb: GWX100000000874 Imethibitishwa. Kiasi cha TSH12,500 kimetumwa kutoka katika akaunti inayoishia na 0871 kwenda JOYCE TARIMO 07XXXXXXXX. Tarehe:03-11-2026 20:00:00.',
        { amount: '12500', code: 'GWX100000000874', at: '2026-11-03T20:00:00' },
      ],
      [
        'reversal',
        'Dear customer, TZS 210,000.00 from BARAKA STORES has been reversed from your account ending 0871 on 04-11-2026 08:00:00. Ref: GWX100000000875.',
        { amount: '210000.00', code: 'GWX100000000875' },
      ],
      [
        'reversal',
        'Kumb: GWX100000000876 Imethibitishwa. Kiasi cha TSH75,000 kimerudishwa kutoka katika akaunti inayoishia na 0871. Tarehe:04-11-2026 08:30:00.',
        { amount: '75000', code: 'GWX100000000876' },
      ],
    ],
  },
  {
    sender: 'NBC',
    ...tanzania,
    sent: [
      [
        'incoming',
        'Dear Customer, your account 0321****881 has been credited with TZS 500,000.00 on 03-11-2026 from LUSHOTO FARMS. Ref NBC-TEST-0881. Available balance TZS 812,000.00.',
        { amount: '500000.00', code: 'NBC-TEST-0881', balance: '812000.00' },
      ],
      [
        'deposit',
        'Hawa NBC Muamala umekamilika Jina la muwekaji: Agnes Massawe \nNamba ya akaunti: 032100000882 \nKiasi: TSh 640000 \nTrh: 3 Nov 2026 \nKumb no: NBC-TEST-0882',
        { amount: '640000', code: 'NBC-TEST-0882', name: 'Agnes Massawe', at: '2026-11-03' },
      ],
      [
        'outgoing',
        'Dear Customer, your account 0321****881 has been debited with TZS 90,000.00 on 03-11-2026 to TANGA CEMENT. Ref NBC-TEST-0883. Available balance TZS 722,000.00.',
        { amount: '90000.00', code: 'NBC-TEST-0883', balance: '722000.00' },
      ],
      [
        'outgoing',
        'Umetuma TSh 25,000 kwenda kwa OSCAR MREMA. Trh: 3 Nov 2026. Kumb no: NBC-TEST-0884',
        { amount: '25000', code: 'NBC-TEST-0884', name: 'OSCAR MREMA' },
      ],
      [
        'reversal',
        'Dear Customer, the credit of TZS 500,000.00 from LUSHOTO FARMS to your account was reversed on 04-11-2026. Ref NBC-TEST-0885. Available balance TZS 222,000.00.',
        { amount: '500000.00', code: 'NBC-TEST-0885' },
      ],
    ],
  },
])
