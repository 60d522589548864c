import { locales } from '../../../shared/pages.ts'
import { normalPhone } from '../phone.ts'
import type { ProfileFields } from '../../../shared/profile.ts'
import { countryCode } from '../../countries/server/countries.ts'
import type { Metadata } from './tables.ts'

/** A profile field that can't be taken, and the sentence for it. */
export type FieldRefusal = {
  field: keyof ProfileFields
  code: 'COUNTRY_UNKNOWN' | 'PHONE_INVALID' | 'TEXT_INVALID'
  message: string
}

const LONGEST = 200

const texts = { full_name: 'full name', business_name: 'business name' } as const

/**
 * Brings profile fields to the form in which they are kept: texts trimmed, the country as its ISO code, the phone
 * number in E.164. Fields that are absent stay absent, empty ones become null; the first that can't be taken refuses.
 * @param home the country of a number without dialling code, where `given` names none.
 */
export async function profileFields(
  given: Metadata,
  home?: string | null,
): Promise<{ ok: true; fields: Partial<ProfileFields> } | { ok: false; refusal: FieldRefusal }> {
  const fields: Partial<ProfileFields> = {}
  for (const field of ['full_name', 'business_name'] as const) {
    const value = textOf(given[field])
    if (value === false || (value && value.length > LONGEST))
      return refuse(field, 'TEXT_INVALID', `Please enter a ${texts[field]} of at most ${LONGEST} characters.`)
    if (value !== undefined) fields[field] = value
  }
  const named = textOf(given.country)
  if (named !== undefined) {
    const code = named && countryCode(named)
    if (code === undefined || code === false)
      return refuse('country', 'COUNTRY_UNKNOWN', 'Please choose a country.')
    fields.country = code
  }
  const typed = textOf(given.phone_number)
  if (typed !== undefined) {
    const phone = typed && normalPhone(typed, fields.country ?? home)
    if (phone === undefined || phone === false)
      return refuse('phone_number', 'PHONE_INVALID', 'Please enter a valid phone number.')
    fields.phone_number = phone
  }
  // What a bare client calls its language is no reason to refuse it.
  const language = given.language === null ? null : locales.find((one) => one === given.language)
  if (language !== undefined) fields.language = language
  return { ok: true, fields }
}

const refuse = (field: FieldRefusal['field'], code: FieldRefusal['code'], message: string) =>
  ({ ok: false, refusal: { field, code, message } }) as const

/** Absent: undefined. Empty: null. Something else than text: false. */
function textOf(value: unknown): string | null | undefined | false {
  if (value === undefined) return undefined
  if (value === null) return null
  return typeof value === 'string' && (value.trim() || null)
}
