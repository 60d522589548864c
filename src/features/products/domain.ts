import * as z from 'zod/mini'
import { row, text, time } from '../../shared/contract.ts'
import { periodMonths } from '../catalogue/catalogue.ts'
import { presentService, presentRequest, serviceFields, requestFields } from './row-fields.ts'
import { defineProduct } from './product-definition.ts'
import { DOMAIN_ACTIVE } from './active-statuses.ts'
import { readDomainName } from './domain-names.ts'

export { DOMAIN_ACTIVE }

/** Whether a request moves a name here that its customer holds at another registrar. */
export const isTransfer = ({ details }: { details: Record<string, unknown> }): boolean =>
  details['transfer'] === true

export const domain = defineProduct({
  name: 'domain',
  path: 'domain-requests',
  screens: { customer: '/dashboard/domains', admin: '/admin/domains' },
  stages: {
    pending: 'asked',
    available: 'offered',
    suggested: 'suggested',
    rejected: 'rejected',
    [DOMAIN_ACTIVE]: 'active',
  },
  priceElsewhere: 'cleared',
  takesSuggestions: true,
  exclusive: true,
  claimIncomplete: 'Please fill in all fields.',
  newRequest: z.strictObject({ requested_domain: text(300) }),
  read({ requested_domain }, { suffixes }) {
    const name = readDomainName(requested_domain, suffixes)
    return name ? { subject: name, price: null, details: {} } : { code: 'DOMAIN_NAME_INVALID' }
  },
  heldNames: (name) => [{ kind: 'domain', name }],
  entity: row({
    ...requestFields,
    requested_domain: z.string(),
    status: z.enum(['pending', 'available', 'suggested', 'rejected', DOMAIN_ACTIVE]),
    paid: z.boolean(),
    /** It moves a name here that the customer holds at another registrar. */
    is_transfer: z.boolean(),
    /** Why the registry has refused to move it, until it is tried again or given up. */
    refused: z.nullable(z.string()),
  }),
  present: (row) => ({
    ...presentRequest(row),
    requested_domain: row.subject,
    status: row.status as 'pending',
    paid: row.status === DOMAIN_ACTIVE,
    is_transfer: isTransfer(row),
    refused: typeof row.details['refused'] === 'string' && row.in_delivery ? row.details['refused'] : null,
  }),
  service: {
    path: 'domains',
    entity: row({ ...serviceFields, domain_name: z.string(), registered_at: time }),
    present: (row) => ({ ...presentService(row), domain_name: row.name, registered_at: row.started_at }),
    months: () => periodMonths.yearly,
    keepsDay: false,
    failure: 'Failed to create domain record',
    pageBy: 'name',
    facts: { registrar: 'text', nameservers: 'hosts' },
    shopFacts: [],
    needs: [],
    secrets: ['transfer_code'],
  },
})
