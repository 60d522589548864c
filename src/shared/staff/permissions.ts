/**
 * What each admin may do: the table of permissions and, for each endpoint, the permission that it needs. A new endpoint for
 * admins needs a line in `adminEndpoints` and nothing else; `authorization.test.ts` names one that is missing.
 */

/** The roles of the shop's staff. An admin who had no role before there were any is an owner. */
export const staffRoles = ['owner', 'manager', 'support', 'finance', 'registrar', 'read-only'] as const
export type StaffRole = (typeof staffRoles)[number]

const everybody = staffRoles

/** Who may see and who may change what belongs to an area. Those who may change it may see it. */
const table = {
  /** The first screen, the totals, and what every screen reads of the settings. */
  overview: { read: everybody, write: [] },
  /** What waits, of what each may read, and who has it. */
  inbox: { read: everybody, write: ['owner', 'manager', 'support', 'finance', 'registrar'] },
  /** Requests and orders: prices, activation, rejection. */
  requests: { read: everybody, write: ['owner', 'manager', 'registrar'] },
  /** What was sold: renewals, suspensions, releases. */
  services: { read: everybody, write: ['owner', 'manager', 'registrar'] },
  /** Customers, and acting for one of them. */
  customers: { read: everybody, write: ['owner', 'manager', 'support'] },
  /** Money: payments, refunds, taxes, papers, exports. */
  payments: { read: ['owner', 'manager', 'finance', 'read-only'], write: ['owner', 'manager', 'finance'] },
  /** Chat, feedback and mails. */
  messages: { read: ['owner', 'manager', 'support', 'read-only'], write: ['owner', 'manager', 'support'] },
  /** The accounts of customers: bans, recovery, deletion. */
  accounts: { read: ['owner', 'manager', 'read-only'], write: ['owner', 'manager'] },
  /** The accounts of admins, and their roles. */
  staff: { read: ['owner', 'manager', 'read-only'], write: ['owner'] },
  settings: { read: ['owner', 'manager', 'read-only'], write: ['owner', 'manager'] },
  /** The state of the server, and the registries that answer for names. */
  operations: {
    read: ['owner', 'manager', 'registrar', 'read-only'],
    write: ['owner', 'manager', 'registrar'],
  },
  audit: { read: ['owner', 'manager', 'finance', 'read-only'], write: [] },
} as const satisfies Record<string, Record<Act, readonly StaffRole[]>>

type Act = 'read' | 'write'
export type Area = keyof typeof table
export type Permission = `${Area}.${Act}`

export const areas = Object.keys(table) as Area[]

export const isAllowed = (role: StaffRole, area: Area, act: Act): boolean =>
  (table[area][act] as readonly StaffRole[]).includes(role)

/** The permissions of a role. */
export const permissionsOf = (role: StaffRole): Permission[] =>
  areas.flatMap((area) =>
    (['read', 'write'] as const).flatMap((act) =>
      isAllowed(role, area, act) ? [`${area}.${act}` as const] : [],
    ),
  )

/** The permission that each endpoint of the contract needs. */
export const adminEndpoints = {
  // Feedback and chat offer them.
  'GET /admin/answers': 'overview.read',
  // It tells how long each person takes.
  'GET /admin/answer-times': 'staff.read',
  'GET /admin/audit': 'audit.read',
  'POST /admin/audit/verify': 'audit.read',
  'GET /admin/audit/words': 'audit.read',
  'GET /admin/availability': 'operations.read',
  'POST /admin/availability/{suffix}/test': 'operations.write',
  'GET /admin/availability/unread': 'operations.read',
  'PATCH /admin/availability/unread/{id}': 'operations.write',
  'GET /admin/chat': 'messages.read',
  'GET /admin/chat/{id}': 'messages.read',
  'PATCH /admin/chat/{id}': 'messages.write',
  'GET /admin/chat/{id}/lines': 'messages.read',
  'POST /admin/chat/{id}/lines': 'messages.write',
  'POST /admin/chat/{id}/read': 'messages.write',
  'GET /admin/chat/{id}/requests': 'messages.read',
  'GET /admin/charges': 'payments.read',
  'GET /admin/charges/due': 'payments.read',
  'POST /admin/charges/{id}/credit': 'payments.write',
  'POST /admin/charges/{id}/payment': 'payments.write',
  'POST /admin/charges/{id}/payment/decision': 'payments.write',
  'POST /admin/charges/{id}/payment/decision/preview': 'payments.write',
  'GET /admin/charges/{id}/tax': 'payments.read',
  'PUT /admin/charges/{id}/tax': 'payments.write',
  'GET /admin/counters': 'overview.read',
  'GET /admin/domain-requests': 'requests.read',
  'PATCH /admin/domain-requests/{id}': 'requests.write',
  'POST /admin/domain-requests/{id}/payment/reject': 'payments.write',
  'GET /admin/email-requests': 'requests.read',
  'PATCH /admin/email-requests/{id}': 'requests.write',
  'POST /admin/email-requests/{id}/payment/reject': 'payments.write',
  'GET /admin/hosting-requests': 'requests.read',
  'PATCH /admin/hosting-requests/{id}': 'requests.write',
  'POST /admin/hosting-requests/{id}/payment/reject': 'payments.write',
  'GET /admin/inbox': 'inbox.read',
  'POST /admin/inbox/{kind}/{id}/hand-over': 'inbox.write',
  'GET /admin/inbox/{kind}/staff': 'inbox.read',
  'POST /admin/inbox/{kind}/{id}/release': 'inbox.write',
  'POST /admin/inbox/{kind}/{id}/take': 'inbox.write',
  'GET /admin/insights': 'overview.read',
  // A key may do what its scopes say.
  'GET /admin/keys': 'staff.read',
  'PUT /admin/keys/{id}': 'staff.write',
  'POST /admin/keys/{id}/revoke': 'staff.write',
  'GET /admin/letters': 'settings.read',
  'POST /admin/letters/preview': 'settings.read',
  'GET /admin/mails': 'messages.read',
  'POST /admin/mails/test': 'messages.write',
  'POST /admin/mails/{id}/retry': 'messages.write',
  'GET /admin/messages': 'messages.read',
  'PATCH /admin/messages/{id}': 'messages.write',
  // Everybody chooses how they are called themselves.
  'GET /admin/notifications': 'overview.read',
  'PUT /admin/notifications': 'overview.read',
  'DELETE /admin/notifications/browser': 'overview.read',
  'PUT /admin/notifications/browser': 'overview.read',
  'GET /admin/operations': 'operations.read',
  'GET /admin/orders': 'requests.read',
  'PATCH /admin/orders/{id}': 'requests.write',
  'POST /admin/orders/{id}/payment/reject': 'payments.write',
  'POST /admin/orders/{id}/refund': 'payments.write',
  'GET /admin/papers': 'payments.read',
  'GET /admin/payments': 'payments.read',
  'POST /admin/payments/{id}/confirm': 'payments.write',
  'DELETE /admin/payments/{id}/decision': 'payments.write',
  'POST /admin/payments/{id}/decision': 'payments.write',
  'POST /admin/payments/{id}/decision/preview': 'payments.write',
  'GET /admin/payments/{id}/evidence': 'payments.read',
  'POST /admin/payments/{id}/allocate': 'payments.write',
  'POST /admin/payments/{id}/ignore': 'payments.write',
  'POST /admin/payments/{id}/restore': 'payments.write',
  'POST /admin/payments/{id}/keep': 'payments.write',
  'POST /admin/payments/{id}/match': 'payments.write',
  'GET /admin/payments/{id}/photo': 'payments.read',
  'POST /admin/payments/{id}/reject': 'payments.write',
  'POST /admin/payments/{id}/reverse': 'payments.write',
  'GET /admin/payments/message-secret': 'settings.read',
  'PUT /admin/payments/message-secret': 'settings.write',
  'POST /admin/payments/paste': 'payments.write',
  'POST /admin/payments/paste/preview': 'payments.write',
  'GET /admin/payments/received': 'payments.read',
  'POST /admin/payments/received/{id}/confirm': 'payments.write',
  'POST /admin/payments/received/{id}/dismiss': 'payments.write',
  'GET /admin/payments/received/{id}/label': 'payments.read',
  'POST /admin/payments/received/{id}/label': 'payments.write',
  // A template decides how later messages are read.
  'GET /admin/payments/templates': 'settings.read',
  'POST /admin/payments/templates': 'settings.write',
  'GET /admin/payments/templates/proposals': 'payments.read',
  'POST /admin/payments/templates/{id}/revoke': 'settings.write',
  'GET /admin/presence': 'inbox.read',
  'PUT /admin/presence/{page}': 'inbox.write',
  'DELETE /admin/presence/{page}': 'inbox.write',
  'GET /admin/profiles': 'customers.read',
  'GET /admin/profiles/{profile}': 'customers.read',
  'GET /admin/profiles/{profile}/credit': 'customers.read',
  'GET /admin/profiles/{profile}/domain-requests': 'customers.read',
  'POST /admin/profiles/{profile}/domain-requests': 'customers.write',
  'POST /admin/profiles/{profile}/domain-requests/{id}/payment': 'customers.write',
  'GET /admin/profiles/{profile}/domains': 'customers.read',
  'POST /admin/profiles/{profile}/domains/{id}/renew': 'customers.write',
  'POST /admin/profiles/{profile}/refunds': 'payments.write',
  'GET /admin/profiles/{profile}/email-requests': 'customers.read',
  'POST /admin/profiles/{profile}/email-requests': 'customers.write',
  'POST /admin/profiles/{profile}/email-requests/{id}/payment': 'customers.write',
  'GET /admin/profiles/{profile}/emails': 'customers.read',
  'POST /admin/profiles/{profile}/emails/{id}/renew': 'customers.write',
  'GET /admin/profiles/{profile}/hosting-accounts': 'customers.read',
  'POST /admin/profiles/{profile}/hosting-accounts/{id}/renew': 'customers.write',
  'GET /admin/profiles/{profile}/hosting-requests': 'customers.read',
  'POST /admin/profiles/{profile}/hosting-requests': 'customers.write',
  'POST /admin/profiles/{profile}/hosting-requests/{id}/payment': 'customers.write',
  'GET /admin/profiles/{profile}/notes': 'customers.read',
  'POST /admin/profiles/{profile}/notes': 'customers.write',
  'DELETE /admin/profiles/{profile}/notes/{id}': 'customers.write',
  'GET /admin/profiles/{profile}/tax': 'customers.read',
  'PUT /admin/profiles/{profile}/tax': 'payments.write',
  'POST /admin/records/{id}/release': 'services.write',
  'POST /admin/records/{id}/resume': 'services.write',
  'POST /admin/records/{id}/suspend': 'services.write',
  'GET /admin/renewals': 'services.read',
  'POST /admin/renewals/{id}/done': 'services.write',
  // Each group of results needs the permission of its list.
  'GET /admin/search': 'overview.read',
  'GET /admin/services': 'services.read',
  'GET /admin/services/{id}': 'services.read',
  'PATCH /admin/services/{id}': 'services.write',
  'PUT /admin/services/{id}/access': 'services.write',
  'POST /admin/services/{id}/end': 'services.write',
  'POST /admin/services/{id}/hand-over': 'services.write',
  'POST /admin/services/{id}/notes': 'services.write',
  'DELETE /admin/services/{id}/notes/{note}': 'services.write',
  'POST /admin/services/{id}/renew': 'services.write',
  // The first screen of everybody says what is missing, and forms name the shop's payment methods.
  'GET /admin/settings': 'overview.read',
  'PATCH /admin/settings': 'settings.write',
  'POST /admin/settings/currency': 'settings.write',
  'POST /admin/settings/logo': 'settings.write',
  'GET /admin/users': 'accounts.read',
  // The accounts of admins, and what makes one, need `staff.write` too (features/accounts/server/people).
  'POST /admin/users': 'accounts.write',
  'DELETE /admin/users/{id}': 'accounts.write',
  'GET /admin/users/{id}': 'accounts.read',
  'PATCH /admin/users/{id}': 'staff.write',
  'POST /admin/users/{id}/ban': 'accounts.write',
  'DELETE /admin/users/{id}/factors/{factor}': 'accounts.write',
  'GET /admin/users/{id}/history': 'accounts.read',
  'POST /admin/users/{id}/recovery': 'accounts.write',
  'POST /admin/users/{id}/sign-out': 'accounts.write',
  'POST /admin/users/{id}/unban': 'accounts.write',
  'GET /admin/waiting': 'overview.read',
  'GET /admin/webhook-deliveries': 'settings.read',
  'POST /admin/webhook-deliveries/{id}/send': 'settings.write',
  'GET /admin/webhooks': 'settings.read',
  'DELETE /admin/webhooks/{id}': 'settings.write',
  'PATCH /admin/webhooks/{id}': 'settings.write',
  'PUT /admin/webhooks/{id}': 'settings.write',
  'PUT /admin/webhooks/{id}/secret': 'settings.write',
} as const satisfies Record<string, Permission>

/** Files are sent and read outside of the contract. */
export const adminFiles = {
  'GET /admin/answer-times/export': 'staff.read',
  'GET /admin/audit/export': 'audit.read',
  'GET /admin/charges/{id}/pro-forma': 'payments.read',
  'GET /admin/exports/{what}': 'payments.read',
  'GET /admin/papers/{id}/pdf': 'payments.read',
  'POST /admin/payments/statement': 'payments.write',
  'GET /admin/services/export': 'services.read',
} as const satisfies Record<string, Permission>

/** The permission that an endpoint needs, such as `GET /admin/orders`. Undefined for one without a line. */
export const permissionFor = (endpoint: string): Permission | undefined =>
  Object.hasOwn(adminEndpoints, endpoint)
    ? adminEndpoints[endpoint as keyof typeof adminEndpoints]
    : undefined

/** The permission that a call needs, by its method and its path with ids. */
export function permissionForPath(method: string, path: string): Permission | undefined {
  const parts = path.split('/')
  const isAt = (template: string) => {
    const steps = template.split('/')
    return (
      steps.length === parts.length && steps.every((step, at) => step.startsWith('{') || step === parts[at])
    )
  }
  return (
    permissionFor(`${method} ${path}`) ??
    Object.entries(adminEndpoints).find(([endpoint]) => {
      const [of, template = ''] = endpoint.split(' ')
      return of === method && isAt(template)
    })?.[1]
  )
}
