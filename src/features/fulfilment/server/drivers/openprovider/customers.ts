import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Contact, Outcome } from '../driver.ts'
import { type Fields, fieldsOf } from '../values.ts'
import { notSent } from './answers.ts'
import { pageOf } from './records.ts'
import type { Send } from './session.ts'

const MOST_FOUND = 100
/** The first digits of a number, which the provider wants apart. */
const AREA_DIGITS = 3

/** The number of a house, which the provider wants apart, at the end of an address or at its beginning. */
const forms = [/^(?<street>.*\S)\s+(?<number>\d+[a-z]?)$/i, /^(?<number>\d+[a-z]?),?\s+(?<street>\S.*)$/i]

interface Customer {
  name: { initials: string; first_name: string; last_name: string; full_name: string }
  company_name?: string
  email: string
  phone: { country_code: string; area_code: string; subscriber_number: string }
  address: {
    street: string
    number?: string
    zipcode: string
    city: string
    state: string
    country: string
  }
}

/** A holder as a customer of the account. Undefined where the phone number is none. */
export function customerOf(holder: Contact): Customer | undefined {
  const { first_name, last_name, company, email, address, postcode, city, state, country } = holder
  const phone = parsePhoneNumberFromString(holder.phone)
  if (!phone) return undefined
  const national = phone.nationalNumber
  const numbered = forms.map((form) => form.exec(address)?.groups).find((found) => found !== undefined)
  return {
    name: {
      initials: [first_name, last_name].map((part) => Array.from(part)[0]?.toUpperCase()).join(' '),
      first_name,
      last_name,
      full_name: `${first_name} ${last_name}`,
    },
    ...(company && { company_name: company }),
    email,
    phone: {
      country_code: `+${phone.countryCallingCode}`,
      area_code: national.slice(0, AREA_DIGITS),
      subscriber_number: national.slice(AREA_DIGITS),
    },
    address: {
      street: numbered?.['street'] ?? address,
      ...(numbered?.['number'] && { number: numbered['number'] }),
      zipcode: postcode,
      city,
      state,
      country,
    },
  }
}

/** What a customer is known by, whatever of it the provider writes together or apart. */
function identityOf({ name, company_name, email, phone, address }: Fields): string {
  const [person, number, place] = [fieldsOf(name), fieldsOf(phone), fieldsOf(address)]
  const texts = (...values: unknown[]) =>
    values.map((value) => (typeof value === 'string' ? value.trim() : ''))
  return JSON.stringify([
    texts(person?.['first_name'], person?.['last_name'], company_name),
    texts(email).join('').toLowerCase(),
    texts(number?.['country_code'], number?.['area_code'], number?.['subscriber_number'])
      .join('')
      .replaceAll(/\D/g, ''),
    texts(place?.['street'], place?.['number']).join(' ').trim(),
    texts(place?.['zipcode'], place?.['city'], place?.['state'], place?.['country']),
  ])
}

const handleIn = (fields: Fields | undefined): string | undefined => {
  const handle = fields?.['handle']
  return typeof handle === 'string' && /^[\w-]{3,40}$/.test(handle) ? handle : undefined
}

/**
 * The handle of a holder: that of the customer who is the same person at the same place, or of a new one. A customer costs
 * nothing, and one that was made without an answer is found the next time. What fails here was not sent.
 */
export async function handleFor(
  holder: Contact,
  target: string,
  send: Send,
): Promise<{ handle: string } | Extract<Outcome, { state: 'later' | 'refused' }>> {
  const customer = customerOf(holder)
  if (!customer) return { state: 'refused', reason: 'contact', words: 'the phone number can’t be read' }
  const query = new URLSearchParams({ email_pattern: holder.email, limit: String(MOST_FOUND) })
  const found = await send({
    method: 'GET',
    path: `/customers?${query.toString()}`,
    action: 'customers',
    target,
  })
  if (found.state !== 'success') return notSent(found)
  const page = pageOf(found.data)
  if (!page) return notSent({ state: 'unknown', words: 'the answer has no list of customers' })
  const wanted = identityOf({ ...customer })
  const same = page.rows.find(
    (row) => row['is_deleted'] !== true && identityOf(row) === wanted && handleIn(row),
  )
  if (same) return { handle: handleIn(same)! }
  const made = await send({ method: 'POST', path: '/customers', body: customer, action: 'customer', target })
  if (made.state !== 'success') return notSent(made)
  const handle = handleIn(fieldsOf(made.data))
  return handle ? { handle } : notSent({ state: 'unknown', words: 'the answer has no handle' })
}
