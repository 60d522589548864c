import { endings } from '../../features/catalogue/catalogue.ts'
import type { MessageState } from '../../features/support/message.ts'
import type { Settings } from '../../features/settings/settings.ts'
import type { ProfileFields } from '../../shared/people/profile.ts'

// An invented shop with invented people: what each of them does in its first year. `perform.ts` does it.

/** The prices of the endings of East Africa, as the stories have them. */
const localPrices: Record<string, number> = { 'co.tz': 15, tz: 25, 'co.ke': 14, africa: 18 }

/** Addresses, numbers and accounts that do not exist. */
export const settings: Partial<Settings> = {
  'business.email': 'hello@example.com',
  'business.phone': '+255 700 000 100',
  'business.whatsapp': '255700000100',
  'business.address': 'Kariakoo, Dar es Salaam',
  'business.hours': 'Mon–Fri 8:00–18:00, Sat 9:00–14:00',
  'accounts.defaultCountry': 'TZ',
  'shop.isSetUp': true,
  // A further year costs two dollars more.
  'catalogue.domains': endings.map((one) => {
    const price = one.price ?? localPrices[one.ending] ?? null
    return { ...one, price, renewal: price === null ? null : price + 2 }
  }),
  'catalogue.email': 20,
  'services.email': {
    webmail: 'https://webmail.example.com',
    imap_host: 'imap.example.com',
    imap_port: 993,
    imap_security: 'tls',
    smtp_host: 'smtp.example.com',
    smtp_port: 465,
    smtp_security: 'tls',
    mailbox_size: '10 GB',
  },
  'services.hosting': {
    panel: null,
    server: null,
    ip_address: '192.0.2.10',
    nameservers: ['ns1.example.com', 'ns2.example.com'],
    ftp_host: null,
  },
  'payments.accounts': [
    {
      method: 'M-Pesa',
      account: '000000',
      holder: 'Kikoa Demo',
      note: 'Demo: please pay nothing. Usilipe chochote.',
      currency: 'TZS',
      rate: 2600,
    },
    { method: 'Bank', account: '0000 0000 0000', holder: 'Kikoa Demo', note: null },
  ],
}

/** The password of every account. */
export const password = 'Karibu-Sokoni-7'

/** Who joined how many days ago. */
export const admin = { name: 'Amani Lyimo', email: 'admin@example.com', joined: 430 }

const person = (
  full_name: string,
  business_name: string | null,
  country: string,
  phone_number: string,
  joined: number,
) => ({
  profile: { full_name, business_name, country, phone_number } satisfies Partial<ProfileFields>,
  email: `${full_name.split(' ')[0]!.toLowerCase()}@example.com`,
  joined,
})

/** The log-in of the first one is printed. */
export const customers = {
  neema: person('Neema Kavishe', 'Nyuzi na Neema', 'TZ', '+255700000101', 400),
  baraka: person('Baraka Mushi', 'Kahawa Kilele Tours', 'TZ', '+255700000102', 415),
  wanjiru: person('Wanjiru Kamau', 'Kitabu Corner', 'KE', '+254700000103', 120),
  otieno: person('Otieno Ouma', 'Ziwa Fish Cooperative', 'KE', '+254700000104', 75),
  achieng: person('Achieng Adhiambo', 'Nyota Salon', 'KE', '+254700000105', 20),
  mugisha: person('Mugisha Brian', 'Lulu Logistics', 'UG', '+256700000106', 60),
  nakato: person('Nakato Sarah', 'Matunda Mapya', 'UG', '+256700000107', 210),
  uwase: person('Uwase Claudine', 'Imigongo Studio', 'RW', '+250700000108', 390),
  hamisi: person('Hamisi Juma', 'Viungo vya Pwani', 'TZ', '+255700000109', 250),
  rehema: person('Rehema Salum', null, 'TZ', '+255700000110', 9),
  eric: person('Eric Niyonzima', 'Jua Solar Works', 'BI', '+25770000111', 30),
  fatuma: person('Fatuma Ali', 'Dawa Bora Pharmacy', 'KE', '+254700000112', 3),
}

export type CustomerName = keyof typeof customers

/**
 * A line is a request or an order: its customer and product, its subject, and what happens to it, each with its time before
 * the filling in days, hours (h) or minutes (m). Neema has a request and an order in every state. Two customers want
 * dukalavitabu.co.ke. Mugisha claims one receipt twice, which is accepted and marked, and Eric one of Hamisi's, which is
 * refused. The domain of one of Fatuma's addresses is another customer's. Nobody has entered the details of Achieng's plan.
 */
export const stories = `
neema domain | nyuzinaneema.com | 372.4 ask | 372.3 offer 12.5 Free to register. Pay to the business number and send us the receipt. | 372.2 claim Neema Kavishe, M-Pesa, QKA31XN0P1 | 372 activate
neema domain | kangadesigns.africa | 345.5 ask | 345.4 offer 18 | 345.2 claim Neema Kavishe, M-Pesa, QLB62XN0P2 | 345 activate
neema domain | nyuzi-na-neema.co.tz | 200.3 ask | 200.2 offer 15 | 200.1 claim Nyuzi na Neema, Bank, CR-2201-0098 | 200 activate
neema domain | bidhaa.co.tz | 6.2 ask | 6 reject Somebody holds this one until 2031.
neema domain | kitenge.com | 1.3 ask | 1.2 suggest kitengehouse.co.tz, mykitenge.africa, kitenge-store.com; Taken since 1999. These are free:
neema domain | nyuziwholesale.com | 9h ask | 8h offer 12.5 | 2h claim Neema Kavishe, M-Pesa, SGT40XN0P7
neema domain | vitambaavyetu.com | 55m ask | 40m offer 12.5 Free to register, for one year.
neema domain | nyuzistudio.co.tz | 4m ask
neema email | orders@nyuzinaneema.com | 370.3 ask | 370.2 offer 20 | 370.1 claim Neema Kavishe, M-Pesa, QKA55XN0P3 | 370 activate
neema email | info@nyuzi-na-neema.co.tz | 199.3 ask | 199.2 offer 20 | 199.1 claim Neema Kavishe, TigoPesa, 7730041188 | 199 activate
neema email | neema@kangadesigns.africa | 5h ask | 4h offer 20 Ready as soon as the payment is here.
neema email | hello@kitenge.com | 1.1 ask | 24h suggest hello@nyuzinaneema.com; The domain is not yours yet. At your own domain we can do:
neema email | sales@bidhaa.co.tz | 5.9 ask | 5.8 reject This domain belongs to somebody else.
neema email | team@nyuzi-na-neema.co.tz | 12m ask
neema yearly | Basic · nyuzi-na-neema.co.tz | 198.3 ask | 198.2 offer 59.99 | 198.1 claim Nyuzi na Neema, Bank, CR-2203-0107 | 198 activate | 197.95 details panel=https://panel.example.com, username=nyuzi, ftp_host=ftp.example.com, ftp_user=nyuzi
neema monthly | Business | 7h ask | 6h offer 12.99 Billed monthly from the day it starts.
neema custom | A shop with 2,000 products, card payments and a copy every night. | 20m ask
neema yearly | Enterprise | 30 ask | 29.9 reject You would pay for far more than you use: Business is enough.
baraka domain | kahawakilele.com | 402.3 ask | 402.2 offer 12.5 | 402.1 claim B. Mushi, Bank, NM-77120 | 402 activate | 2 renew
baraka email | safari@kahawakilele.com | 401.3 ask | 401.2 offer 20 | 401.1 claim B. Mushi, Bank, NM-77121 | 401 activate
baraka monthly | Business · kahawakilele.com | 41.3 ask | 41.2 offer 12.99 | 41.1 claim B. Mushi, Airtel Money, AM9017730 | 41 activate | 40.95 details panel=https://panel.example.com, username=kilele, ftp_host=ftp.example.com, ftp_user=kilele | 1.5 renew
baraka domain | kilele-lodge.co.tz | 3h ask | 2.5h offer 15 | 1h claim Baraka Mushi, Airtel Money, AM9020114
wanjiru domain | kitabucorner.co.ke | 118 ask | 117.9 offer 14 | 117.8 claim Wanjiru Kamau, M-Pesa, RDM18WK2C4 | 117.7 activate
wanjiru email | books@kitabucorner.co.ke | 117.6 ask | 117.5 offer 20 | 117.4 claim Wanjiru Kamau, M-Pesa, RDM19WK2C5 | 117.3 activate
wanjiru domain | hadithizetu.africa | 34m ask
wanjiru domain | dukalavitabu.co.ke | 20h ask
otieno yearly | Basic · ziwafish.co.ke | 74 ask | 73.9 offer 59.99 | 73.8 claim Ziwa Fish Cooperative, Bank, KC-5540-18 | 73.7 activate | 73.65 details panel=https://panel.example.com, username=ziwafish, ftp_host=ftp.example.com, ftp_user=ziwafish
otieno domain | ziwafish.co.ke | 74.5 ask | 74.4 offer 14 | 74.3 claim Ziwa Fish Cooperative, Bank, KC-5540-17 | 74.2 activate
otieno custom | Cold-store sensors write every minute; 20 GB a month. | 40 ask | 39.5 offer 240 A server of your own, with copies. | 39 claim Ziwa Fish Cooperative, Bank, KC-5561-02 | 38.8 activate yearly | 38.7 details panel=https://panel.example.com, username=coldstore, disk_space=20 GB, mailboxes=25
otieno email | orders@ziwafish.co.ke | 1.6 ask | 1.5 offer 20 | 1.4 claim Otieno Ouma, M-Pesa, SGK22OO3D1
achieng domain | dukalavitabu.co.ke | 11h ask
achieng domain | nyotasalon.co.ke | 18 ask | 17.9 offer 14 | 17.8 claim Achieng Adhiambo, M-Pesa, SFA73AA1E9 | 17.7 activate
achieng monthly | Basic · nyotasalon.co.ke | 17.5 ask | 17.4 offer 5.99 | 17.3 claim Achieng Adhiambo, M-Pesa, SFA74AA1E0 | 17.2 activate
mugisha domain | lululogistics.africa | 2.4 ask | 2.3 offer 18 | 2.1 claim Lulu Logistics Ltd, Bank, ST 0091-774
mugisha email | dispatch@lululogistics.africa | 2.2 ask | 2.15 offer 20 | 2.05 claim Lulu Logistics Ltd, Bank, st-0091774
mugisha yearly | Business · lululogistics.africa | 58 ask | 57.9 offer 129.99 | 57.5 claim Lulu Logistics Ltd, Bank, ST 0083-120 | 57.4 activate | 57.35 details panel=https://panel.example.com, username=lulu, ftp_host=ftp.example.com, ftp_user=lulu
nakato domain | matundamapya.com | 208 ask | 207.9 offer 12.5 | 207.8 claim Nakato Sarah, Airtel Money, UG4410982 | 207.7 activate
nakato domain | matunda.shop | 19.2h ask | 16.8h suggest matundamapya.shop, matundafresh.com; Taken. Close to it and free:
nakato email | shamba@matundamapya.com | 16h ask | 15h offer 20
uwase domain | imigongostudio.com | 380 ask | 379.9 offer 12.5 | 379.8 claim Uwase Claudine, Bank, BK-31877 | 379.7 activate
uwase email | atelier@imigongostudio.com | 379.5 ask | 379.4 offer 20 | 379.3 claim Uwase Claudine, Bank, BK-31878 | 379.2 activate | 24h renew
uwase yearly | Basic · imigongostudio.com | 350.3 ask | 350.2 offer 59.99 | 350.1 claim Uwase Claudine, Bank, BK-32410 | 350 activate | 349.95 details panel=https://panel.example.com, username=imigongo, ftp_host=ftp.example.com, ftp_user=imigongo
hamisi domain | viungovyapwani.com | 248 ask | 247.9 offer 12.5 | 247.8 claim Hamisi Juma, TigoPesa, 7712209034 | 247.7 activate
hamisi email | karafuu@viungovyapwani.com | 247.5 ask | 247.4 offer 20 | 247.3 claim Hamisi Juma, TigoPesa, 7712209035 | 247.2 activate
hamisi monthly | Enterprise | 13h ask | 12h offer 29.99 | 10h claim Hamisi Juma, TigoPesa, 7780114502
rehema domain | mapishiyarehema.com | 8.2 ask | 8 offer 12.5 Free to register. | 7.6 claim Rehema Salum, M-Pesa, SFQ08RS5T2 | 7.1 reject-claim We received half of the price. Please send the rest, and both receipt numbers.
eric domain | juasolarworks.com | 28 ask | 27.9 offer 12.5 | 27.5 claim-refused Eric N., Tigo Pesa, 7712 209 034
eric yearly | Basic | 27 ask | 26.9 offer 59.99
fatuma email | duka@viungovyapwani.com | 18h ask
fatuma domain | dawabora.co.ke | 48m ask
fatuma monthly | Basic | 26m ask
neema order | kangabora.com, kanga-shop.org | 33.2 ask | 33 claim Neema Kavishe, M-Pesa, REP14XN0P5 | 32.8 complete kanga-shop.org; kanga-shop.org was taken an hour before us: $10.00 are on their way back to you.
neema order | nyuzi.info | 15 ask | 14.5 cancel Cancelled as you asked.
neema order | nyuziafrica.com, nyuziafrica.net | 3h ask
nakato order, unchecked | matundabox.com | 26h ask | 25h claim Nakato Sarah, Airtel Money, UG4466120
otieno order | ziwafresh.com, ziwafresh.net | 4 ask | 3.8 claim Otieno Ouma, M-Pesa, SGH51OO3D4 | 3.5 reject-claim This receipt is for $10.00. The order is $20.00.
baraka order | kilelesafaris.com | 35m ask
`

/** What waits in the cart of the first customer. */
export const cart = ['kangastyle.com', 'nyuzi.org']

/** The conversations, with the times of their lines. The last lines of one that is not `answered` are unread. */
export const conversations: {
  customer: CustomerName
  answered: boolean
  lines: [ago: string, by: 'customer' | 'shop', body: string][]
}[] = [
  {
    customer: 'neema',
    answered: false,
    lines: [
      ['26h', 'customer', 'Habari! My domain is active, thank you. How do I set up e-mail on my phone?'],
      ['25.9h', 'shop', 'Karibu Neema! Which phone is it? I will send you the steps.'],
      ['25.8h', 'customer', 'An Android phone.'],
      [
        '25.7h',
        'shop',
        'Open Settings, Accounts, Add account, Personal (IMAP). Server: mail.example.com, port 993. The guide with pictures: https://example.com/mail-on-android',
      ],
      ['9m', 'customer', 'It works now, asante sana!'],
      ['8m', 'customer', 'One more question: can I have a second address for my sister?'],
    ],
  },
  {
    customer: 'baraka',
    answered: true,
    lines: [
      [
        '5h',
        'customer',
        'About: Website Design - Landing Page\nOne page for our safari season. What would it cost?',
      ],
      ['4.9h', 'shop', 'Good morning! Do you have pictures and a text already?'],
      ['4.5h', 'customer', 'Pictures yes, the text not yet.'],
      ['4.4h', 'shop', 'Then send us the pictures by e-mail; we write a first text and tell you the price.'],
    ],
  },
]

/** The messages of visitors. */
export const messages: { ago: string; name: string; email: string; message: string; state: MessageState }[] =
  [
    {
      ago: '12.4',
      name: 'Zawadi Mrema',
      email: 'zawadi@example.com',
      message: 'Can I keep my domain if I move my website to you from somewhere else?',
      state: 'answered',
    },
    {
      ago: '22h',
      name: 'Kato Peter',
      email: 'kato@example.com',
      message: 'We are a school with 40 teachers. What do 40 e-mail addresses cost for a year?',
      state: 'read',
    },
    {
      ago: '50m',
      name: 'Salma Bakari',
      email: 'salma@example.com',
      message: 'Naomba kujua: malipo kwa Airtel Money yanachukua muda gani kuthibitishwa?',
      state: 'new',
    },
  ]
