import type { DriverName } from '../../drivers.ts'
import { domainsReseller } from './domains-reseller/driver.ts'
import type { DriverKind } from './driver.ts'
import { openprovider } from './openprovider/driver.ts'
import { resellerCoTz } from './reseller-co-tz/driver.ts'

/** The drivers that call a provider. What `manual` does is done by people. */
const called: Partial<Record<DriverName, DriverKind>> = {
  'domains-reseller': domainsReseller,
  'reseller-co-tz': resellerCoTz,
  openprovider,
}

export const driverKind = (name: DriverName): DriverKind | undefined => called[name]
