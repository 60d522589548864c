import './invoices.tables.ts'
import { moneyFromDecimal } from '../../../../shared/money/money.ts'
import { displayName, contactName } from '../../../../shared/people/person.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import type { Settings } from '../../../settings/settings.ts'
import { providerTitle } from '../../providers/all-providers.ts'
import { isShopMethod, methodKey, shopMethods } from '../../received/receipt-key.ts'
import type { taxLines } from '../../../settings/vat.ts'
import { type InvoiceFacts, sellerOf } from '../../invoices/invoice.ts'

export interface ChargeOfInvoice {
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
    InvoiceFacts,
    'language' | 'timeZone' | 'prices' | 'seller' | 'customer' | 'reference' | 'fiscal' | 'withheld'
  >
>

/** What every invoice of a charge prints, as it is now: the business, the customer, and what was entered about its tax. */
export async function invoiceBase(
  { db }: Transaction,
  settings: Settings,
  { id, user_id, reference, currency }: ChargeOfInvoice,
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
    prices: settings['invoices.prices'],
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

export const taxing = (
  { prices, seller, customer, timeZone }: Base,
  settings: Settings,
  day: string,
): Parameters<typeof taxLines>[1] => ({
  rates: settings['papers.vatRates'],
  isRegistered: Boolean(seller.vrn),
  isExempt: customer.isExempt,
  day,
  prices,
  timeZone,
})

/**
 * A payment method as the customer knows it, from its key or a name: `M-Pesa` for `mpesa`. As the shop calls it, or as the
 * customer did in a claim that the payment confirms, or as the wallet or bank does; "another method" where none of them
 * has a name.
 */
export async function methodName(
  { db }: Transaction,
  settings: Settings,
  { charge, method, language }: { charge: string; method: string; language: InvoiceFacts['language'] },
): Promise<string> {
  if (isShopMethod(method))
    return translate(language, method === shopMethods.withheld ? 'invoices_withheld' : 'credit_of_customer')
  const key = methodKey(method)
  const isNamed = (name: string) => methodKey(name) === key
  const known = [...settings['payments.methods'], ...paymentMethods].find(isNamed)
  if (known) return known
  const claims = await db
    .selectFrom('allocations')
    .innerJoin('claims', 'claims.id', 'allocations.claim_id')
    .select('payment_method')
    .where('allocations.charge_id', '=', charge)
    .execute()
  const claimed = claims.map(({ payment_method }) => payment_method).find(isNamed)
  if (claimed) return claimed.trim()
  // A name that a person typed, such as an admin for a refund.
  if (method !== key) return method
  return providerTitle(method) ?? translate(language, 'invoices_another_method')
}
