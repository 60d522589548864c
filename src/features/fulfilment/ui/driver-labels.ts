import { m } from '../../../paraglide/messages.js'
import type { DriverName } from '../drivers.ts'

export const driverLabels: Record<DriverName, () => string> = {
  manual: m.fulfil_driver_manual,
  'domains-reseller': () => 'DomainsReseller (WHMCS)',
  'reseller-co-tz': () => 'reseller.co.tz',
  openprovider: () => 'Openprovider',
}

interface CredentialLabels {
  username: () => string
  usernameNeeded: () => string
  key: () => string
  keyNeeded: () => string
}

const emailAndKey: CredentialLabels = {
  username: m.fulfil_username,
  usernameNeeded: m.fulfil_username_needed,
  key: m.fulfil_key,
  keyNeeded: m.fulfil_key_needed,
}

const nameAndPassword: CredentialLabels = {
  username: m.fulfil_login,
  usernameNeeded: m.fulfil_login_needed,
  key: m.fulfil_password,
  keyNeeded: m.fulfil_password_needed,
}

/** What a registrar calls the credentials of an account. */
export const credentialLabels: Record<DriverName, CredentialLabels> = {
  manual: emailAndKey,
  'domains-reseller': emailAndKey,
  'reseller-co-tz': emailAndKey,
  openprovider: nameAndPassword,
}
