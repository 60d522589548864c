import type { MailboxSettings } from './settings-link.ts'

/** The MIME type of a configuration profile. iOS offers to install what has it. */
export const PROFILE_TYPE = 'application/x-apple-aspen-config'

type Value = string | number | boolean | Record<string, unknown>[]

/**
 * A mailbox as a configuration profile for iPhone, iPad and Mac (Apple, "Mail" payload `com.apple.mail.managed`). It has no
 * password: the device asks for it.
 */
export function appleProfile(
  { id, email_address, incoming, outgoing }: Omit<MailboxSettings, 'webmail' | 'expires_at'>,
  business: string,
): string {
  const identifier = `kikoa.mail.${id}`
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: id,
    PayloadDisplayName: email_address,
    PayloadOrganization: business,
    PayloadContent: [
      {
        PayloadType: 'com.apple.mail.managed',
        PayloadVersion: 1,
        PayloadIdentifier: `${identifier}.account`,
        // Each payload needs a UUID of its own. This one is of version 8 (RFC 9562).
        PayloadUUID: `${id.slice(0, 14)}8${id.slice(15)}`,
        PayloadDisplayName: email_address,
        EmailAccountType: 'EmailTypeIMAP',
        EmailAccountDescription: email_address,
        EmailAddress: email_address,
        IncomingMailServerAuthentication: 'EmailAuthPassword',
        IncomingMailServerHostName: incoming.host,
        IncomingMailServerPortNumber: incoming.port,
        // Also for STARTTLS: the device begins as the port demands.
        IncomingMailServerUseSSL: true,
        IncomingMailServerUsername: email_address,
        OutgoingMailServerAuthentication: 'EmailAuthPassword',
        OutgoingMailServerHostName: outgoing.host,
        OutgoingMailServerPortNumber: outgoing.port,
        OutgoingMailServerUseSSL: true,
        OutgoingMailServerUsername: email_address,
        OutgoingPasswordSameAsIncomingPassword: true,
      },
    ],
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${dict(profile)}
</plist>
`
}

const dict = (entries: Record<string, unknown>): string =>
  `<dict>\n${Object.entries(entries)
    .map(([key, value]) => `<key>${key}</key>${element(value as Value)}\n`)
    .join('')}</dict>`

function element(value: Value): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (Array.isArray(value)) return `<array>\n${value.map(dict).join('\n')}\n</array>`
  return `<string>${escaped(value)}</string>`
}

/** Text for XML 1.0 (§2.2, §2.4): without the characters that it forbids, and with references for those of its syntax. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
