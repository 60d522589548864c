import { m } from '../../../paraglide/messages.js'
import type { DriverName } from '../drivers.ts'

export const driverLabels: Record<DriverName, () => string> = {
  manual: m.fulfil_driver_manual,
  'domains-reseller': () => 'DomainsReseller (WHMCS)',
  'reseller-co-tz': () => 'reseller.co.tz',
}
