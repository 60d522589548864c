/** What a key may be given, and the features of the contract that each group consists of. All others refuse keys. */
const groups = {
  requests: ['requests', 'renewals', 'records', 'services', 'domains'],
  orders: ['orders'],
  payments: ['payments', 'received', 'credit', 'papers'],
  customers: ['customers'],
  messages: ['support', 'chat'],
  reports: ['insights', 'audit'],
} as const

export type KeyGroup = keyof typeof groups
export const keyGroups = Object.keys(groups) as KeyGroup[]

/** `write` includes `read`. */
export type KeyScope = `${KeyGroup}.${'read' | 'write'}`
export const keyScopes = keyGroups.flatMap((group): KeyScope[] => [`${group}.read`, `${group}.write`])

/**
 * Whether a key with these scopes may call an endpoint of admins.
 * @param path of the endpoint in the contract, such as `['orders', 'review']`
 */
export function mayCall(
  scopes: readonly string[],
  path: readonly string[],
  method: string | undefined,
): boolean {
  const group = keyGroups.find((one) => (groups[one] as readonly string[]).includes(path[0] ?? ''))
  if (!group) return false
  return scopes.includes(`${group}.write`) || (method === 'GET' && scopes.includes(`${group}.read`))
}
