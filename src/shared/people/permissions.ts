/** What each role of the staff may do. The contract says which permission an endpoint needs. */

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
  /** Money: payments, refunds, taxes, invoices, exports. */
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
