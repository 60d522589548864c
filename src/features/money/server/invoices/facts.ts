import './tables.ts'
import { moneyFromDecimal } from '../../../../shared/money.ts'
import { displayName, contactName } from '../../../../shared/person.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Settings } from '../../../settings/settings.ts'
import { type PaperFacts, sellerOf } from '../../invoices/paper.ts'

/** The columns of a charge that papers print. */
export interface ChargeOfPaper {
  id: string
  user_id: string
  reference: string
  currency: string
  /** Which sale of the charge it is. */
  sale: number
  /** The product, or `order`, and what was bought, for the mail. */
  kind: string
  subject: string
}

type Base = Required<
  Pick<
    PaperFacts,
    'language' | 'timeZone' | 'prices' | 'seller' | 'customer' | 'reference' | 'fiscal' | 'withheld'
  >
>

/** What every paper of a charge prints, as it is now: the business, the customer, and what was entered about its tax. */
export async function paperBase(
  { db }: Transaction,
  settings: Settings,
  { id, user_id, reference, currency }: ChargeOfPaper,
): Promise<Base> {
  const customer = await db
    .selectFrom('profiles')
    .leftJoin('customer_taxes', 'customer_taxes.user_id', 'profiles.id')
    .select([
      'full_name',
      'business_name',
      'email',
      'phone_number',
      'country',
      'language',
      'tin',
      'vat_exempt',
      'exemption',
    ])
    .where('profiles.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const tax = await db
    .selectFrom('charge_taxes')
    .select(['fiscal_code', 'fiscal_link', 'withheld', 'certificate'])
    .where('charge_id', '=', id)
    .executeTakeFirst()
  return {
    language: customer.language ?? 'en',
    timeZone: settings['shop.timeZone'],
    prices: settings['papers.prices'],
    seller: sellerOf(settings),
    customer: {
      name: displayName(customer) ?? '',
      contact: contactName(customer),
      email: customer.email,
      phone: customer.phone_number,
      country: customer.country,
      tin: customer.tin,
      isExempt: customer.vat_exempt ?? false,
      exemption: customer.vat_exempt ? customer.exemption : null,
    },
    reference,
    fiscal: tax?.fiscal_code ? { code: tax.fiscal_code, link: tax.fiscal_link } : null,
    withheld: tax?.withheld
      ? { amount: moneyFromDecimal(tax.withheld, currency).amount, certificate: tax.certificate }
      : null,
  }
}
