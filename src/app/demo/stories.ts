import { neemaStories } from './neema-stories.ts'
import {
  activate,
  custom,
  domain,
  email,
  hours,
  minutes,
  monthly,
  offer,
  pay,
  payWithUsedReceipt,
} from './story-steps.ts'
import { renew, type RequestStory, suggest, rejectPaymentOf, yearly } from './story-steps.ts'

/** The requests of all customers. */
export const stories: RequestStory[] = [
  ...neemaStories,

  domain(
    'baraka',
    'kahawakilele.com',
    402.3,
    offer(402.2, 12.5),
    pay(402.1, 'B. Mushi', 'Bank', 'NM-77120'),
    activate(402),
    renew(2),
  ),
  email(
    'baraka',
    'safari@kahawakilele.com',
    401.3,
    offer(401.2, 20),
    pay(401.1, 'B. Mushi', 'Bank', 'NM-77121'),
    activate(401),
  ),
  monthly(
    'baraka',
    'Business',
    41.3,
    offer(41.2, 12.99),
    pay(41.1, 'B. Mushi', 'Airtel Money', 'AM9017730'),
    activate(41),
    renew(1.5),
  ),
  domain(
    'baraka',
    'kilele-lodge.co.tz',
    hours(3),
    offer(hours(2.5), 15),
    pay(hours(1), 'Baraka Mushi', 'Airtel Money', 'AM9020114'),
  ),

  domain(
    'wanjiru',
    'kitabucorner.co.ke',
    118,
    offer(117.9, 14),
    pay(117.8, 'Wanjiru Kamau', 'M-Pesa', 'RDM18WK2C4'),
    activate(117.7),
  ),
  email(
    'wanjiru',
    'books@kitabucorner.co.ke',
    117.6,
    offer(117.5, 20),
    pay(117.4, 'Wanjiru Kamau', 'M-Pesa', 'RDM19WK2C5'),
    activate(117.3),
  ),
  domain('wanjiru', 'hadithizetu.africa', minutes(34)),
  domain('wanjiru', 'dukalavitabu.co.ke', hours(20)),

  yearly(
    'otieno',
    'Basic',
    74,
    offer(73.9, 59.99),
    pay(73.8, 'Ziwa Fish Cooperative', 'Bank', 'KC-5540-18'),
    activate(73.7),
  ),
  domain(
    'otieno',
    'ziwafish.co.ke',
    74.5,
    offer(74.4, 14),
    pay(74.3, 'Ziwa Fish Cooperative', 'Bank', 'KC-5540-17'),
    activate(74.2),
  ),
  custom(
    'otieno',
    'Cold-store sensors write every minute; 20 GB a month.',
    40,
    offer(39.5, 240, 'A server of your own, with copies.'),
    pay(39, 'Ziwa Fish Cooperative', 'Bank', 'KC-5561-02'),
    activate(38.8, { billing_period: 'yearly' }),
  ),
  email(
    'otieno',
    'orders@ziwafish.co.ke',
    1.6,
    offer(1.5, 20),
    pay(1.4, 'Otieno Ouma', 'M-Pesa', 'SGK22OO3D1'),
  ),

  // Two customers want the same name.
  domain('achieng', 'dukalavitabu.co.ke', hours(11)),
  domain(
    'achieng',
    'nyotasalon.co.ke',
    18,
    offer(17.9, 14),
    pay(17.8, 'Achieng Adhiambo', 'M-Pesa', 'SFA73AA1E9'),
    activate(17.7),
  ),
  monthly(
    'achieng',
    'Basic',
    17.5,
    offer(17.4, 5.99),
    pay(17.3, 'Achieng Adhiambo', 'M-Pesa', 'SFA74AA1E0'),
    activate(17.2),
  ),

  // One receipt for two requests: accepted, because both are the same customer's, and marked for the admin.
  domain(
    'mugisha',
    'lululogistics.africa',
    2.4,
    offer(2.3, 18),
    pay(2.1, 'Lulu Logistics Ltd', 'Bank', 'ST 0091-774'),
  ),
  email(
    'mugisha',
    'dispatch@lululogistics.africa',
    2.2,
    offer(2.15, 20),
    pay(2.05, 'Lulu Logistics Ltd', 'Bank', 'st-0091774'),
  ),
  yearly(
    'mugisha',
    'Business',
    58,
    offer(57.9, 129.99),
    pay(57.5, 'Lulu Logistics Ltd', 'Bank', 'ST 0083-120'),
    activate(57.4),
  ),

  domain(
    'nakato',
    'matundamapya.com',
    208,
    offer(207.9, 12.5),
    pay(207.8, 'Nakato Sarah', 'Airtel Money', 'UG4410982'),
    activate(207.7),
  ),
  domain(
    'nakato',
    'matunda.shop',
    0.8,
    suggest(0.7, 'Taken. Close to it and free:', 'matundamapya.shop', 'matundafresh.com'),
  ),
  email('nakato', 'shamba@matundamapya.com', hours(16), offer(hours(15), 20)),

  domain(
    'uwase',
    'imigongostudio.com',
    380,
    offer(379.9, 12.5),
    pay(379.8, 'Uwase Claudine', 'Bank', 'BK-31877'),
    activate(379.7),
  ),
  email(
    'uwase',
    'atelier@imigongostudio.com',
    379.5,
    offer(379.4, 20),
    pay(379.3, 'Uwase Claudine', 'Bank', 'BK-31878'),
    activate(379.2),
    renew(1),
  ),
  yearly(
    'uwase',
    'Basic',
    350.3,
    offer(350.2, 59.99),
    pay(350.1, 'Uwase Claudine', 'Bank', 'BK-32410'),
    activate(350),
  ),

  domain(
    'hamisi',
    'viungovyapwani.com',
    248,
    offer(247.9, 12.5),
    pay(247.8, 'Hamisi Juma', 'TigoPesa', '7712209034'),
    activate(247.7),
  ),
  email(
    'hamisi',
    'karafuu@viungovyapwani.com',
    247.5,
    offer(247.4, 20),
    pay(247.3, 'Hamisi Juma', 'TigoPesa', '7712209035'),
    activate(247.2),
  ),
  monthly(
    'hamisi',
    'Enterprise',
    hours(13),
    offer(hours(12), 29.99),
    pay(hours(10), 'Hamisi Juma', 'TigoPesa', '7780114502'),
  ),

  domain(
    'rehema',
    'mapishiyarehema.com',
    8.2,
    offer(8, 12.5, 'Free to register.'),
    pay(7.6, 'Rehema Salum', 'M-Pesa', 'SFQ08RS5T2'),
    rejectPaymentOf(7.1, 'We received half of the price. Please send the rest, and both receipt numbers.'),
  ),

  // Hamisi has already used this receipt.
  domain(
    'eric',
    'juasolarworks.com',
    28,
    offer(27.9, 12.5),
    payWithUsedReceipt(27.5, 'Eric N.', 'Tigo Pesa', '7712 209 034'),
  ),
  yearly('eric', 'Basic', 27, offer(26.9, 59.99)),

  // The domain of this address is another customer's.
  email('fatuma', 'duka@viungovyapwani.com', hours(18)),
  domain('fatuma', 'dawabora.co.ke', minutes(48)),
  monthly('fatuma', 'Basic', minutes(26)),
]
