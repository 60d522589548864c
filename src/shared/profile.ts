import type { Locale } from './pages.ts'

/** What a person tells of themselves before asking for something (readings 12). A business name is optional. */
interface Told {
  full_name: string | null
  country: string | null
  phone_number: string | null
}

/** True when the profile says who asks, and how to reach them. A bare client's sign-up may have left it empty. */
export const profileIsComplete = ({ full_name, country, phone_number }: Told) =>
  Boolean(full_name && country && phone_number)

/** What a person may set of their own profile. */
export interface ProfileFields {
  full_name: string | null
  business_name: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Dialling code and number, E.164. */
  phone_number: string | null
  /** What mails are written in. */
  language: Locale | null
}
