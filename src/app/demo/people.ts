import type { ProfileFields } from '../../shared/profile.ts'

/** The password of every account of the demo. */
export const password = 'Karibu-Sokoni-7'

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
  /** Days ago. */
  joined,
})

/** Invented customers of an invented shop. The first one's log-in is printed. */
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
