/** The drivers by which names are registered. `manual`: a person of the staff does it. */
export const driverNames = ['manual', 'domains-reseller', 'reseller-co-tz'] as const
export type DriverName = (typeof driverNames)[number]

/** What a driver can do for the names of an ending. Screens show only what it can. */
export const capabilities = [
  'check',
  'register',
  'renew',
  'transfer-in',
  'info',
  'list',
  'nameservers',
  'contacts',
  'lock',
  'auth-code',
  'privacy',
  'prices',
  'balance',
] as const
export type Capability = (typeof capabilities)[number]
