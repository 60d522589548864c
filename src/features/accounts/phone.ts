import { oneLine } from '../../shared/texts/one-line.ts'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Joins the two halves of a form's phone number: `+255` and `0712 345 678` give `+255712345678`. The trunk
 * zero is removed if the country has one (Italy keeps its zero). A number with its own `+` is used unchanged.
 * @returns E.164, or undefined if it can't be a number of that dialling code.
 */
export function joinPhone(dialling: string, number: string): string | undefined {
  return possible(
    parsePhoneNumberFromString(international(number), { defaultCallingCode: dialling.replace(/\D/g, '') }),
  )
}

/**
 * A phone number in its stored form: `+<dialling code><number without trunk zero>` (E.164).
 * @param country ISO 3166-1 alpha-2, for a number without dialling code.
 * @returns undefined if it can't be a phone number.
 */
export function normalPhone(typed: string, country?: string | null): string | undefined {
  const home = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  return possible(parsePhoneNumberFromString(international(typed), home))
}

/** With a plus for `00` or East Africa's `000` in front of a dialling code, and without invisible characters of a copied number. */
const international = (typed: string) => oneLine(typed).replace(/^[\s(]*0{2,3}[\s().-]*(?=[1-9])/, '+')

type Parsed = ReturnType<typeof parsePhoneNumberFromString>

const possible = (parsed: Parsed) => (parsed?.isPossible() && !parsed.ext ? parsed.number : undefined)
