import { readAllowedTargets } from '../../../../../../server/http/outbound.ts'
import type { Contact, DriverAccount, DriverKind, RegistrarDriver } from '../../driver.ts'
import { type LoggedCall, providerCall } from '../../provider-call.ts'
import { domainsResellerWith } from '../driver.ts'
import type { Stub } from '../stub/stub.ts'

interface Options {
  /** The kind of the driver, where it is another one. */
  kind?: DriverKind
  clock?: () => Date
  account?: Partial<DriverAccount>
  timeoutMs?: number
}

/** The driver for an account at the stub, and what its calls logged. */
export function openDriver(
  stub: Pick<Stub, 'url' | 'host' | 'username' | 'key'>,
  { clock = () => new Date(), kind = domainsResellerWith(clock), account, timeoutMs }: Options = {},
): { driver: RegistrarDriver; log: LoggedCall[] } {
  const log: LoggedCall[] = []
  const call = providerCall({
    targets: { allowed: readAllowedTargets(stub.host)! },
    log: (one) => log.push(one),
    ...(timeoutMs && { timeoutMs }),
  })
  const { url, username, key } = stub
  const opened = { base_url: url, username, key, currency: 'USD', ...account }
  return { driver: kind.open(opened, call), log }
}

export const holder: Contact = {
  first_name: 'Asha',
  last_name: 'Mushi & Sons',
  company: null,
  email: 'asha@example.co.tz',
  phone: '+255700000100',
  address: 'Samora Avenue 7',
  city: 'Dar es Salaam',
  state: 'Dar es Salaam',
  postcode: '11101',
  country: 'TZ',
}

export const orderOf = (name: string) => ({
  name,
  years: 1,
  holder,
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  is_private: false,
  extra: {},
})
