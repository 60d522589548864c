/** What is known of a person who paid. */
interface Payer {
  name: string | null
  phone: string | null
}

/** Hours between a claim or an offer and the money, for a suggestion. */
export const SUGGESTION_HOURS = 48

const wordsOf = (name: string | null) =>
  new Set(
    (name ?? '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1),
  )

/** The last nine digits, which no country code and no trunk zero changes. Undefined where fewer are shown. */
function ending(phone: string | null): string | undefined {
  const digits = phone?.replaceAll(/[^\d*xX]/g, '') ?? ''
  return /^\d{9}$/.test(digits.slice(-9)) ? digits.slice(-9) : undefined
}

/** Whether two people are probably the same: the same phone, or two names in common. Never a proof. */
export function isSamePayer(one: Payer, other: Payer): boolean {
  const phone = ending(one.phone)
  if (phone !== undefined && phone === ending(other.phone)) return true
  const words = wordsOf(other.name)
  return [...wordsOf(one.name)].filter((word) => words.has(word)).length >= 2
}
