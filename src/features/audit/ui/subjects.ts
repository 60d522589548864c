import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { m } from '../../../paraglide/messages.js'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import { entities, type Entity } from '../actions.ts'
import type { Entry } from './audit.api.ts'
import { entityLabel } from './sentences.ts'

type Named = (parts: { name: string }) => string

export type SettingLabels = Record<string, () => string>

/** Loads what the settings are called, by their keys. The table of settings is above the log. */
export const SettingLabelsContext = createContext<() => Promise<SettingLabels>>(() => Promise.resolve({}))

/** What the settings are called, for an entry about one. It is loaded with the first of them. */
export const useSettingLabels = ({ entity }: Entry): SettingLabels | undefined =>
  useQuery({
    queryKey: ['setting labels'],
    queryFn: useContext(SettingLabelsContext),
    enabled: entity === 'setting',
    staleTime: Infinity,
  }).data

/** Email templates have one label for all. A setting of another version is shown by its key. */
const settingLabel = (key: string, labels: SettingLabels | undefined): string => {
  if (key.startsWith('letters.')) return m.mail_templates_title()
  if (!labels) return '…'
  return (Object.hasOwn(labels, key) ? labels[key] : undefined)?.() ?? key
}

/** What each product's requests and services are called in a sentence. */
const productNouns: Record<ProductName, Named> = {
  domain: m.audit_what_domain,
  email: m.audit_what_email,
  hosting: m.audit_what_hosting,
}

const isProduct = (kind: string | null | undefined): kind is ProductName =>
  typeof kind === 'string' && Object.hasOwn(productNouns, kind)

const exportNames: Record<string, () => string> = {
  sales: m.exports_sales,
  services: m.audit_exports_services,
  payments: m.common_payments,
  invoices: m.exports_invoices,
  ledger: m.exports_ledger,
  vat: m.exports_vat,
  pdfs: m.exports_pdfs,
  'accounts-users': m.common_users,
  amountsDue: m.common_amounts_due,
  customers: m.common_customers,
  fulfilments: m.fulfil_title,
  inbox: m.inbox_title,
  mails: m.common_mail,
  orders: m.common_orders,
  'requests-domain': m.audit_exports_domain_requests,
  'requests-email': m.audit_exports_email_requests,
  'requests-hosting': m.audit_exports_hosting_requests,
  support: m.common_messages,
}

/** The entities that are named by their id. */
const byId: Record<string, (id: string) => string> = {
  setting: (label) => label,
  endpoint: (id) => id,
  export: (id) => (Object.hasOwn(exportNames, id) ? exportNames[id]!() : id),
}

/**
 * What an entry is about, as its name in a sentence.
 * @param labels what the settings are called. Undefined while that is loaded.
 */
export function whatOf(entry: Entry, labels: SettingLabels | undefined): string {
  const { entity, entity_id, subject } = entry
  // A job has no row that could be named.
  if (entity === 'job') return entityLabel(entity)
  const id = entity === 'setting' && entity_id ? settingLabel(entity_id, labels) : entity_id
  const nameOf = byId[entity]
  const name = nameOf ? id && nameOf(id) : subject?.name || nameIn(entry)
  if (!name) return subject ? entityLabel(entity) : m.audit_gone()
  const kind = subject?.kind ?? entry.after?.['kind']
  // A payment and an amount due are for what has the name.
  const isOrder = kind === 'order' && entity !== 'order'
  const thing = isOrder ? m.audit_what_order({ name }) : name
  if ((entity === 'request' || entity === 'record') && typeof kind === 'string' && isProduct(kind))
    return productNouns[kind]({ name })
  return Object.hasOwn(entities, entity) ? entities[entity as Entity].noun({ name: thing }) : name
}

/** The name that the log itself has, of what is gone: a domain, an address, a plan. */
function nameIn({ before, after }: Entry): string | undefined {
  const names = [after, before].flatMap((contents) =>
    ['subject', 'name', 'number', 'url'].map((key) => contents?.[key]),
  )
  return names.find((one): one is string => typeof one === 'string')
}

/** The screen that shows what an entry is about. Undefined where there is none, or it is gone. */
export function screenOf({ entity, entity_id: id, subject }: Entry): string | undefined {
  if (entity === 'setting') return '/admin/settings'
  if (!id || !subject) return undefined
  const screens: Partial<Record<Entity, string>> = {
    account: `/admin/profiles/${id}`,
    profile: `/admin/profiles/${id}`,
    chat: `/admin/chat?with=${id}`,
    order: `/admin/orders?id=${id}`,
    record: `/admin/services/${id}`,
    message: '/admin/messages',
    mail: '/admin/mail',
    answer: '/admin/availability',
    webhook: '/admin/webhooks',
    key: '/admin/webhooks',
    received: '/admin/payments',
    registrar: '/admin/registrars',
    fulfilment: `/admin/fulfilment?id=${id}`,
    ...(isProduct(subject.kind) && { request: `${productFacts[subject.kind].screens.admin}?id=${id}` }),
    ...(subject.customer && {
      renewal: `/admin/profiles/${subject.customer.id}`,
      payment: `/admin/profiles/${subject.customer.id}/money`,
      charge: `/admin/profiles/${subject.customer.id}/money`,
      invoice: `/admin/profiles/${subject.customer.id}/money`,
    }),
  }
  return screens[entity as Entity]
}
