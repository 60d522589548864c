import type { Locale } from '../../../../shared/pages.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import type { Settings } from '../../../settings/settings.ts'
import { providerTitle } from '../../providers/all-providers.ts'
import { isShopMethod, methodKey, shopMethods } from '../../received/receipt-key.ts'

/**
 * A payment method as the customer knows it, from its key or a name: `M-Pesa` for `mpesa`. As the shop calls it, or as the
 * customer did in a claim that the payment confirms, or as the wallet or bank does; "another method" where none of them
 * has a name.
 */
export async function methodName(
  { db }: Transaction,
  settings: Settings,
  { charge, method, language }: { charge: string; method: string; language: Locale },
): Promise<string> {
  if (isShopMethod(method))
    return translate(language, method === shopMethods.withheld ? 'papers_withheld' : 'credit_of_customer')
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
  return providerTitle(method) ?? translate(language, 'papers_another_method')
}
