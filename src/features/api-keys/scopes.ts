import { type Area, type Permission, permissionsOf } from '../../shared/people/permissions.ts'

/**
 * What a key may be given: which features of the contract each group opens, and which permissions it brings. All other
 * features refuse keys. `also` are permissions to read of other areas that the endpoints of the group need.
 */
const groups = {
  requests: {
    features: ['requests', 'renewals', 'serviceStates', 'services', 'domains'],
    areas: ['requests', 'services'],
    also: [],
  },
  orders: { features: ['orders'], areas: ['requests'], also: [] },
  payments: {
    features: ['payments', 'received', 'amountsDue', 'credit', 'invoices'],
    areas: ['payments'],
    also: ['customers.read'],
  },
  customers: { features: ['customers'], areas: ['customers'], also: [] },
  messages: { features: ['support', 'chat'], areas: ['messages'], also: [] },
  reports: { features: ['insights', 'audit'], areas: ['overview', 'audit'], also: ['payments.read'] },
} as const satisfies Record<string, { features: string[]; areas: Area[]; also: Permission[] }>

export type KeyGroup = keyof typeof groups
export const keyGroups = Object.keys(groups) as KeyGroup[]

/** For a program that carries out what is sold: it reads that and the services, and answers what is done by hand. */
export const FULFIL = 'fulfil'
const fulfilled = [
  'fulfilments.list',
  'fulfilments.show',
  'fulfilments.done',
  'fulfilments.refuse',
  'holderDetails.review',
]
const served = ['services', 'domains']

/** `write` includes `read`. */
export type KeyScope = `${KeyGroup}.${'read' | 'write'}` | typeof FULFIL
export const keyScopes: KeyScope[] = [
  ...keyGroups.flatMap((group): KeyScope[] => [`${group}.read`, `${group}.write`]),
  FULFIL,
]

/**
 * `limited`: its maker may not do any more all that it was given. `blocked`: its maker is banned, deleted or no admin any
 * more.
 */
export const keyStatuses = ['active', 'limited', 'blocked', 'expired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** The permissions of a key with these scopes. A refund of an order needs the scope of payments too, as it does of people. */
export function permissionsOfKey(scopes: readonly string[]): Permission[] {
  const given = new Set<string>([
    ...(scopes.includes(FULFIL) ? ['services.read', 'services.write'] : []),
    ...keyGroups.flatMap((group) => {
      const { areas, also } = groups[group]
      const writes = scopes.includes(`${group}.write`)
      if (!writes && !scopes.includes(`${group}.read`)) return []
      return [...also, ...areas.flatMap((area) => [`${area}.read`, ...(writes ? [`${area}.write`] : [])])]
    }),
  ])
  return permissionsOf('owner').filter((permission) => given.has(permission))
}

/**
 * Whether a key with these scopes may call an endpoint of admins for which it has the permission.
 * @param path of the endpoint in the contract, such as `['orders', 'review']`
 */
export function mayCall(
  scopes: readonly string[],
  path: readonly string[],
  method: string | undefined,
): boolean {
  if (scopes.includes(FULFIL)) {
    if (fulfilled.includes(path.join('.'))) return true
    if (method === 'GET' && served.includes(path[0] ?? '')) return true
  }
  const group = keyGroups.find((one) => (groups[one].features as readonly string[]).includes(path[0] ?? ''))
  if (!group) return false
  return scopes.includes(`${group}.write`) || (method === 'GET' && scopes.includes(`${group}.read`))
}
