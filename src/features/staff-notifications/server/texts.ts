import { type MessageKey, translate } from '../../../server/mail/messages.ts'
import type { Locale } from '../../../shared/pages.ts'
import { splitOrderName } from '../../../shared/order-name.ts'
import { products } from '../../products/products.ts'
import type { InboxKind } from '../../inbox/kinds.data.ts'

const kindKeys: Record<InboxKind, MessageKey> = {
  domain: 'common_domain_request',
  email: 'emails_request',
  hosting: 'hosting_request',
  order: 'common_order',
  payment: 'common_payment',
  renewal: 'common_renewal',
  refund: 'inbox_refund',
  chat: 'common_chat',
  message: 'inbox_message',
  details: 'inbox_details',
  fulfilment: 'audit_entity_fulfilment',
  registrar: 'fulfil_registrar',
  mail: 'presence_mail',
  alarm: 'presence_alarm',
}

/** What waits, in words: its kind and its name. What people wrote, and who paid, is in the inbox only. */
export function nameItem(locale: Locale, kind: InboxKind, title: string): { kind: string; name: string } {
  const hasName =
    kind in products || ['order', 'refund', 'renewal', 'details', 'fulfilment', 'registrar'].includes(kind)
  const { first, more } = hasName && !(kind in products) ? splitOrderName(title) : { first: title, more: 0 }
  const name = more ? translate(locale, 'orders_and_more', { name: first, count: String(more) }) : first
  return { kind: translate(locale, kindKeys[kind]), name: hasName ? name : '' }
}

/** The address of an item's row in the inbox. */
export const itemPath = (kind: InboxKind, id: string) => `/admin/inbox?kind=${kind}&item=${id}`
