import type { Transaction } from '../../../server/database/database.ts'
import type { Contact } from './drivers/driver.ts'
import type { Address } from './fulfilment.tables.ts'

/**
 * The holder of a customer's names, with the address of the account where the profile has none. Undefined where the
 * profile or the account lacks what every registry asks for.
 */
export async function holderOf(
  { db }: Transaction,
  person: string,
  address: Address | null,
): Promise<Contact | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select(['full_name', 'business_name', 'email', 'phone_number', 'country'])
    .where('id', '=', person)
    .executeTakeFirst()
  const { full_name, business_name, email, phone_number, country } = profile ?? {}
  if (!full_name || !email || !phone_number || !country || !address) return undefined
  const [first = '', ...others] = full_name.trim().split(/\s+/)
  return {
    first_name: first,
    // Registries want both. Many people have one name.
    last_name: others.join(' ') || first,
    company: business_name ?? null,
    email,
    phone: phone_number,
    country,
    ...address,
  }
}
