import { locales } from '../../../shared/pages.ts'
import {
  type OwnColumn,
  ownColumns,
  profileColumns,
  type ProfileFields,
} from '../../../shared/people/profile.ts'
import { oneLine } from '../../../shared/texts/one-line.ts'
import { countryCode } from '../../countries/server/countries.ts'
import { normalPhone } from '../phone.ts'
import type { Metadata } from '@kikoa/auth'

/** An invalid profile field, and the message for it. */
export type FieldRefusal = {
  field: OwnColumn
  code: 'COUNTRY_UNKNOWN' | 'PHONE_INVALID' | 'TEXT_INVALID'
  message: string
}

const LONGEST = 200

type Reading = string | null | undefined | Pick<FieldRefusal, 'code' | 'message'>

/** Reads a value by the kind of its column. Undefined leaves the field unchanged. */
const readers: Record<
  (typeof profileColumns)[OwnColumn]['kind'],
  (value: unknown, column: OwnColumn, country: string | null | undefined) => Reading
> = {
  text(value, column) {
    const text = readText(value)
    const isMissing = text === null && value !== null && profileColumns[column].isRequired
    return text === false || isMissing || (text && text.length > LONGEST)
      ? {
          code: 'TEXT_INVALID',
          message: `Please enter a ${column.replaceAll('_', ' ')} of at most ${LONGEST} characters.`,
        }
      : text
  },
  country(value) {
    const text = readText(value)
    if (text === undefined || text === null) return text
    return (text && countryCode(text)) || { code: 'COUNTRY_UNKNOWN', message: 'Please choose a country.' }
  },
  phone(value, _, country) {
    const text = readText(value)
    if (text === undefined || text === null) return text
    return (
      (text && normalPhone(text, country)) || {
        code: 'PHONE_INVALID',
        message: 'Please enter a valid phone number.',
      }
    )
  },
  // An unknown language is ignored: it is no reason to refuse a sign-up.
  language: (value) => (value === null ? null : locales.find((locale) => locale === value)),
}

/**
 * Normalizes profile fields: texts of one line, the country as ISO code, the phone number in E.164. Absent fields
 * stay absent, empty ones become null; a full name without a character that can be seen is refused. The first invalid field is refused.
 * @param home the country of a phone number without dialling code, if `given` has none.
 */
export async function profileFields(
  given: Metadata,
  home?: string | null,
): Promise<{ ok: true; fields: Partial<ProfileFields> } | { ok: false; refusal: FieldRefusal }> {
  const fields: Partial<Record<OwnColumn, string | null>> = {}
  for (const field of ownColumns) {
    const reading = readers[profileColumns[field].kind](given[field], field, fields.country ?? home)
    if (reading && typeof reading === 'object') return { ok: false, refusal: { field, ...reading } }
    if (reading !== undefined) fields[field] = reading
  }
  return { ok: true, fields: fields as Partial<ProfileFields> }
}

/** Undefined if absent, null if empty, false if it is not a text. */
function readText(value: unknown): string | null | undefined | false {
  if (value === undefined) return undefined
  if (value === null) return null
  return typeof value === 'string' && (oneLine(value) || null)
}
