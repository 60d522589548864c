import { adminEndpoints } from '../../shared/staff/permissions.ts'

/**
 * Who may call each endpoint of the contract. Add a new endpoint to one of the lists, one for admins to `adminEndpoints`:
 * `authorization.test.ts` calls each endpoint in every role without the permission, and fails for one that is in no list.
 */
export const access = {
  /** Everyone, also without a session. */
  visitors: [
    'GET /availability',
    'GET /catalogue',
    'POST /check-domain',
    'GET /countries',
    'POST /messages',
    'POST /setup',
    'GET /shop',
  ],
  /** Signed-in people, for their own rows. */
  customers: [
    'GET /activity',
    'GET /cart',
    'POST /cart/items',
    'DELETE /cart/items/{item}',
    'GET /chat',
    'POST /chat',
    'POST /chat/read',
    'GET /chat/standing',
    'POST /charges/{id}/credit',
    'GET /counters',
    'GET /credit',
    'GET /domain-requests',
    'POST /domain-requests',
    'POST /domain-requests/{id}/payment',
    'GET /domains',
    'GET /domains/{name}',
    'POST /domains/{id}/renew',
    'GET /email-requests',
    'POST /email-requests',
    'POST /email-requests/{id}/payment',
    'GET /emails',
    'POST /emails/{id}/renew',
    'GET /hosting-accounts',
    'POST /hosting-accounts/{id}/renew',
    'GET /hosting-requests',
    'POST /hosting-requests',
    'POST /hosting-requests/{id}/payment',
    'GET /needs',
    'GET /orders',
    'POST /orders',
    'GET /orders/{id}',
    'POST /orders/{id}/payment',
    'GET /papers',
    'GET /payment-accounts',
    'GET /payments',
    'GET /payments/{reference}',
    'POST /renewals/{id}/payment',
    'GET /profile',
    'PATCH /profile',
    'GET /sessions',
    'DELETE /sessions/{id}',
    'GET /account/export',
    'POST /account/deletion',
  ],
  /** Admins who have the permission of the endpoint. */
  admins: Object.keys(adminEndpoints),
} as const
