import * as z from 'zod/mini'
import { type FactKind, type FactValue, factText, readFact, securities } from '../../products/facts.ts'
import type { FactName } from '../../products/products.ts'
import type { Input, InputKind } from '../fields.ts'
import { code, input, setting } from './setting.ts'
import { shopFacts } from './shop-facts.data.ts'

/** The facts that the shop has set for all services of a product. Null, or an empty list, for one that it has not set. */
type ShopFacts = Record<string, FactValue | null>

type Kinds = readonly [FactName, FactKind][]

/** The value of a fact as the settings store it, with the reason code of any other value. */
const valueOf = (kind: FactKind) => {
  const isFact = (value: FactValue) => readFact(kind, factText(value)) !== null
  if (kind === 'hosts') return z._default(z.array(z.string('host')).check(z.refine(isFact, 'host')), [])
  if (kind === 'security') return z._default(z.nullable(z.enum(securities, kind)), null)
  const value = kind === 'port' ? z.int('port') : z.string(kind).check(z.trim(), z.minLength(1, kind))
  return z._default(z.nullable((value as z.ZodMiniType<string | number>).check(z.refine(isFact, kind))), null)
}

const shapeOf = (facts: Kinds) =>
  z.strictObject(
    Object.fromEntries(facts.map(([name, kind]) => [name, valueOf(kind)])),
  ) as unknown as z.ZodMiniType<ShopFacts, ShopFacts>

const kinds: Partial<Record<FactKind, InputKind>> = { port: 'number', security: 'select', hosts: 'list' }

const securityOptions = [
  { value: null, label: 'm.handover_security_by_port' },
  ...securities.map((value) => ({ value, label: `m.handover_security_${value}` }) as const),
] as const

function inputOf(name: FactName, kind: FactKind): Input {
  const facts =
    kind === 'security'
      ? { options: securityOptions }
      : kind === 'text'
        ? { empty: null }
        : { empty: null, attributes: code }
  return input(kinds[kind] ?? 'text', `m.handover_fact_${name}`, facts)
}

const inputsOf = (facts: Kinds) =>
  Object.fromEntries(facts.map(([name, kind]) => [name, inputOf(name, kind)]))

const noneOf = (facts: Kinds): ShopFacts =>
  Object.fromEntries(facts.map(([name, kind]) => [name, kind === 'hosts' ? [] : null]))

const { email, hosting } = shopFacts

/** What customers need to use their services, as far as it is the same for all. */
export const services = {
  'services.email': setting('mailboxes', 'parts', 'm.settings_mailboxes', shapeOf(email), noneOf(email), {
    inputs: inputsOf(email),
  }),
  'services.hosting': setting('servers', 'parts', 'm.settings_servers', shapeOf(hosting), noneOf(hosting), {
    inputs: inputsOf(hosting),
  }),
} as const
