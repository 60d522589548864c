interface Named {
  business_name?: string | null
  full_name?: string | null
  email?: string | null
}

/** The name of a person on every screen: the business, otherwise the full name, otherwise the e-mail address. */
export const displayName = (person: Named): string | null => givenName(person) ?? (person.email || null)

/** The business or the full name; null if neither is given. */
export const givenName = ({ business_name, full_name }: Named): string | null =>
  business_name || full_name || null

/** The full name, if `displayName` returns the business. */
export const contactName = ({ business_name, full_name }: Named): string | null =>
  (business_name && full_name) || null

/** The states that filter a list of accounts. */
export const personStates = ['banned', 'unconfirmed', 'factor'] as const
export type PersonState = (typeof personStates)[number]

/** Lengths of a ban in hours. `forever` is a hundred years, as the protocol's clients send it. */
export const banHours = { day: 24, week: 168, month: 720, forever: 876_000 } as const
export type BanLength = keyof typeof banHours
