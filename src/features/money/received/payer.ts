interface Payer {
  name: string | null
  phone: string | null
}

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

const commonWords = (one: string | null, other: string | null) => {
  const words = wordsOf(other)
  return [...wordsOf(one)].filter((word) => words.has(word)).length
}

/** Whether two people are probably the same: the same phone, or two names in common. Never a proof. */
export const isSamePayer = (one: Payer, other: Payer): boolean =>
  isSameNumber(one.phone, other.phone) || commonWords(one.name, other.name) >= 2

/** Whether both are the same phone number, shown in full. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  const digits = ending(one)
  return digits !== undefined && digits === ending(other)
}

/** Whether two names may be of one person: providers abbreviate and reorder them. */
export const mayBeSameName = (one: string, other: string): boolean =>
  commonWords(one, other) > 0 || wordsOf(one).size === 0 || wordsOf(other).size === 0

/** Whether two phone numbers may be the same: providers hide some digits of them. */
export function mayBeSameNumber(one: string, other: string): boolean {
  const [first, second] = [one, other].map((phone) => phone.replaceAll(/[^\d*xX]/g, '').slice(-9))
  return Array.from(first!).every((digit, at) => {
    const opposite = second![at]
    return digit === opposite || [digit, opposite].some((sign) => sign === undefined || /[*xX]/.test(sign))
  })
}
