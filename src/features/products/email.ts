import * as z from 'zod/mini'
import { row, text, time } from '../../shared/contract.ts'
import { periodMonths } from '../catalogue/catalogue.ts'
import { presentService, presentRequest, serviceFields, requestFields } from './row-fields.ts'
import { defineProduct } from './product-definition.ts'
import { EMAIL_ACTIVE } from './active-statuses.ts'
import { readAddress, domainOf } from './email-addresses.ts'

export { EMAIL_ACTIVE }

export const email = defineProduct({
  name: 'email',
  path: 'email-requests',
  screens: { customer: '/dashboard/emails', admin: '/admin/emails' },
  stages: {
    pending: 'asked',
    available: 'offered',
    rejected: 'rejected',
    suggested: 'suggested',
    [EMAIL_ACTIVE]: 'active',
  },
  priceElsewhere: 'kept',
  takesSuggestions: true,
  exclusive: true,
  claimIncomplete: 'Please fill in all fields.',
  newRequest: z.strictObject({ requested_domain: text(320) }),
  read({ requested_domain }) {
    const address = readAddress(requested_domain)
    return address ? { subject: address, price: null, details: {} } : { code: 'EMAIL_ADDRESS_INVALID' }
  },
  heldNames: (address) => [
    { kind: 'email', name: address },
    { kind: 'domain', name: domainOf(address) },
  ],
  entity: row({
    ...requestFields,
    requested_domain: z.string(),
    status: z.enum(['pending', 'available', 'rejected', 'suggested', EMAIL_ACTIVE]),
  }),
  present: (row) => ({
    ...presentRequest(row),
    requested_domain: row.subject,
    status: row.status as 'pending',
  }),
  service: {
    path: 'emails',
    entity: row({ ...serviceFields, email_address: z.string(), activated_at: time }),
    present: (row) => ({ ...presentService(row), email_address: row.name, activated_at: row.started_at }),
    months: () => periodMonths.yearly,
    keepsDay: false,
    failure: 'Failed to create email record',
    pageBy: 'id',
    facts: {
      webmail: 'url',
      imap_host: 'host',
      imap_port: 'port',
      imap_security: 'security',
      smtp_host: 'host',
      smtp_port: 'port',
      smtp_security: 'security',
      mailbox_size: 'text',
    },
    shopFacts: [
      'webmail',
      'imap_host',
      'imap_port',
      'imap_security',
      'smtp_host',
      'smtp_port',
      'smtp_security',
      'mailbox_size',
    ],
    needs: [['webmail'], ['imap_host', 'smtp_host']],
    secrets: ['password'],
  },
})

// prettier-ignore
