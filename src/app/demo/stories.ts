import { storiesOfNeema } from './stories-of-neema.ts'
import { activated, custom, domain, email, hours, minutes, monthly, offered, paid, refused } from './turns.ts'
import { renewed, type Story, suggested, turnedDown, yearly } from './turns.ts'

/** What the customers have asked for, and what became of it. */
export const stories: Story[] = [
  ...storiesOfNeema,

  domain(
    'baraka',
    'kahawakilele.com',
    402.3,
    offered(402.2, 12.5),
    paid(402.1, 'B. Mushi', 'Bank', 'NM-77120'),
    activated(402),
    renewed(2),
  ),
  email(
    'baraka',
    'safari@kahawakilele.com',
    401.3,
    offered(401.2, 20),
    paid(401.1, 'B. Mushi', 'Bank', 'NM-77121'),
    activated(401),
  ),
  monthly(
    'baraka',
    'Business',
    41.3,
    offered(41.2, 12.99),
    paid(41.1, 'B. Mushi', 'Airtel Money', 'AM9017730'),
    activated(41),
    renewed(1.5),
  ),
  domain(
    'baraka',
    'kilele-lodge.co.tz',
    hours(3),
    offered(hours(2.5), 15),
    paid(hours(1), 'Baraka Mushi', 'Airtel Money', 'AM9020114'),
  ),

  domain(
    'wanjiru',
    'kitabucorner.co.ke',
    118,
    offered(117.9, 14),
    paid(117.8, 'Wanjiru Kamau', 'M-Pesa', 'RDM18WK2C4'),
    activated(117.7),
  ),
  email(
    'wanjiru',
    'books@kitabucorner.co.ke',
    117.6,
    offered(117.5, 20),
    paid(117.4, 'Wanjiru Kamau', 'M-Pesa', 'RDM19WK2C5'),
    activated(117.3),
  ),
  domain('wanjiru', 'hadithizetu.africa', minutes(34)),
  domain('wanjiru', 'dukalavitabu.co.ke', hours(20)),

  yearly(
    'otieno',
    'Basic',
    74,
    offered(73.9, 59.99),
    paid(73.8, 'Ziwa Fish Cooperative', 'Bank', 'KC-5540-18'),
    activated(73.7),
  ),
  domain(
    'otieno',
    'ziwafish.co.ke',
    74.5,
    offered(74.4, 14),
    paid(74.3, 'Ziwa Fish Cooperative', 'Bank', 'KC-5540-17'),
    activated(74.2),
  ),
  custom(
    'otieno',
    'Cold-store sensors write every minute; 20 GB a month.',
    40,
    offered(39.5, 240, 'A server of your own, with copies.'),
    paid(39, 'Ziwa Fish Cooperative', 'Bank', 'KC-5561-02'),
    activated(38.8, { billing_period: 'yearly' }),
  ),
  email(
    'otieno',
    'orders@ziwafish.co.ke',
    1.6,
    offered(1.5, 20),
    paid(1.4, 'Otieno Ouma', 'M-Pesa', 'SGK22OO3D1'),
  ),

  // Two customers want the same name.
  domain('achieng', 'dukalavitabu.co.ke', hours(11)),
  domain(
    'achieng',
    'nyotasalon.co.ke',
    18,
    offered(17.9, 14),
    paid(17.8, 'Achieng Adhiambo', 'M-Pesa', 'SFA73AA1E9'),
    activated(17.7),
  ),
  monthly(
    'achieng',
    'Basic',
    17.5,
    offered(17.4, 5.99),
    paid(17.3, 'Achieng Adhiambo', 'M-Pesa', 'SFA74AA1E0'),
    activated(17.2),
  ),

  // One slip for two things: accepted from the same customer, and marked for the admin.
  domain(
    'mugisha',
    'lululogistics.africa',
    2.4,
    offered(2.3, 18),
    paid(2.1, 'Lulu Logistics Ltd', 'Bank', 'ST 0091-774'),
  ),
  email(
    'mugisha',
    'dispatch@lululogistics.africa',
    2.2,
    offered(2.15, 20),
    paid(2.05, 'Lulu Logistics Ltd', 'Bank', 'st-0091774'),
  ),
  yearly(
    'mugisha',
    'Business',
    58,
    offered(57.9, 129.99),
    paid(57.5, 'Lulu Logistics Ltd', 'Bank', 'ST 0083-120'),
    activated(57.4),
  ),

  domain(
    'nakato',
    'matundamapya.com',
    208,
    offered(207.9, 12.5),
    paid(207.8, 'Nakato Sarah', 'Airtel Money', 'UG4410982'),
    activated(207.7),
  ),
  domain(
    'nakato',
    'matunda.shop',
    0.8,
    suggested(0.7, 'Taken. Close to it and free:', 'matundamapya.shop', 'matundafresh.com'),
  ),
  email('nakato', 'shamba@matundamapya.com', hours(16), offered(hours(15), 20)),

  domain(
    'uwase',
    'imigongostudio.com',
    380,
    offered(379.9, 12.5),
    paid(379.8, 'Uwase Claudine', 'Bank', 'BK-31877'),
    activated(379.7),
  ),
  email(
    'uwase',
    'atelier@imigongostudio.com',
    379.5,
    offered(379.4, 20),
    paid(379.3, 'Uwase Claudine', 'Bank', 'BK-31878'),
    activated(379.2),
    renewed(1),
  ),
  yearly(
    'uwase',
    'Basic',
    350.3,
    offered(350.2, 59.99),
    paid(350.1, 'Uwase Claudine', 'Bank', 'BK-32410'),
    activated(350),
  ),

  domain(
    'hamisi',
    'viungovyapwani.com',
    248,
    offered(247.9, 12.5),
    paid(247.8, 'Hamisi Juma', 'TigoPesa', '7712209034'),
    activated(247.7),
  ),
  email(
    'hamisi',
    'karafuu@viungovyapwani.com',
    247.5,
    offered(247.4, 20),
    paid(247.3, 'Hamisi Juma', 'TigoPesa', '7712209035'),
    activated(247.2),
  ),
  monthly(
    'hamisi',
    'Enterprise',
    hours(13),
    offered(hours(12), 29.99),
    paid(hours(10), 'Hamisi Juma', 'TigoPesa', '7780114502'),
  ),

  domain(
    'rehema',
    'mapishiyarehema.com',
    8.2,
    offered(8, 12.5, 'Free to register.'),
    paid(7.6, 'Rehema Salum', 'M-Pesa', 'SFQ08RS5T2'),
    turnedDown(7.1, 'We received half of the price. Please send the rest, and both receipt numbers.'),
  ),

  // Hamisi has used this receipt.
  domain(
    'eric',
    'juasolarworks.com',
    28,
    offered(27.9, 12.5),
    refused(27.5, 'Eric N.', 'Tigo Pesa', '7712 209 034'),
  ),
  yearly('eric', 'Basic', 27, offered(26.9, 59.99)),

  // The domain of this address is another customer's.
  email('fatuma', 'duka@viungovyapwani.com', hours(18)),
  domain('fatuma', 'dawabora.co.ke', minutes(48)),
  monthly('fatuma', 'Basic', minutes(26)),
]
