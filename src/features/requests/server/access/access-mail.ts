import type { Transaction } from '../../../../server/database/database.ts'
import type { MailContext } from '../../../../server/mail/layout.ts'
import { type FactKind, type Facts, shownFact } from '../../../products/facts.ts'
import type { FactName, ProductName, SecretName } from '../../../products/products.ts'
import { productNames, products } from '../../../products/products.ts'
import { servicePage } from '../../../products/product-definition.ts'
import { customerFacts } from '../../service-facts.ts'
import type { Settings } from '../../../settings/settings.ts'
import { secretsOf } from './secrets.ts'

/** What a mail says about the access to a service. A secret is named, and never in a mail. */
export interface AccessData {
  /** The id of the service. */
  service?: string
  facts?: Facts
  /** The names of the secrets that the customer has not seen yet. */
  secrets?: string[]
}

/** The data of a mail about a service. */
export async function accessData(
  tx: Transaction,
  settings: Settings,
  { id, kind, facts: own }: { id: string; kind: string; facts: Facts },
): Promise<AccessData> {
  const secrets = await secretsOf(tx, id)
  const facts = customerFacts(settings, kind, own)
  return { service: id, facts, secrets: secrets.filter(({ shown_at }) => !shown_at).map(({ name }) => name) }
}

/** The lines of a mail, in the order of the product's facts. A fact that this version does not know is left out. */
export function accessFacts(
  { translate }: MailContext,
  product: string,
  { facts = {}, secrets = [] }: AccessData,
): [string, string][] {
  if (!isProduct(product)) return []
  const known = products[product].service
  const kinds = Object.entries(known.facts) as [FactName, FactKind][]
  const named = kinds.flatMap(([name, kind]): [string, string][] => {
    const value = facts[name]
    return value === undefined
      ? []
      : [[translate(`handover_fact_${name}`), shownFact(kind, value).replaceAll('\n', ', ')]]
  })
  const waiting = (known.secrets as readonly SecretName[]).filter((name) => secrets.includes(name))
  return [
    ...named,
    ...waiting.map((name): [string, string] => [
      translate(`handover_secret_${name}`),
      translate('handover_mail_secret'),
    ]),
  ]
}

/** The customer's page about the service of a mail. Undefined where the mail names none. */
export const accessPage = (product: string, name: string, { service }: AccessData) =>
  service && isProduct(product) ? servicePage(products[product], { id: service, name }) : undefined

const isProduct = (name: string): name is ProductName => (productNames as string[]).includes(name)
