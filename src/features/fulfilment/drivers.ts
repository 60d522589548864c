/** The drivers by which names are registered. `manual`: a person of the staff does it. */
export const driverNames = ['manual', 'domains-reseller', 'reseller-co-tz', 'openprovider'] as const
export type DriverName = (typeof driverNames)[number]

/** What an account at a provider needs beside its key. */
interface AccountNeeds {
  username: boolean
  /** What its address looks like. */
  address: string
  /** Whether that is the address of everybody. */
  isFixed?: true
}

/** What an account of a driver needs. People need nothing. */
export const accountNeeds: Record<DriverName, AccountNeeds | null> = {
  manual: null,
  'domains-reseller': {
    username: true,
    address: 'https://example.com/modules/addons/DomainsReseller/api/index.php',
  },
  'reseller-co-tz': { username: false, address: 'https://example.com/api/v1' },
  openprovider: { username: true, address: 'https://api.openprovider.eu/v1beta', isFixed: true },
}

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
