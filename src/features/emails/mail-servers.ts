import type { Security, SomeFacts } from '../products/facts.ts'

/** A server as a mail program needs it. */
export interface MailServer {
  host: string
  port: number
  security: Security
}

export interface MailServers {
  incoming: MailServer
  outgoing: MailServer
}

/** The usual ports of mail programs (RFC 8314 §3, RFC 9051, RFC 6409). */
const ports = { imap: { tls: 993, starttls: 143 }, smtp: { tls: 465, starttls: 587 } } as const

/** Ports whose connections begin without TLS. */
const plainPorts: readonly number[] = [25, 143, 587]

/**
 * The servers for incoming and outgoing mail. A port that is not known is the usual one, and so is the encryption of a
 * port. Undefined while a host is not known.
 */
export function mailServersOf(facts: SomeFacts): MailServers | undefined {
  const incoming = serverOf(facts, 'imap')
  const outgoing = serverOf(facts, 'smtp')
  return incoming && outgoing && { incoming, outgoing }
}

function serverOf(facts: SomeFacts, protocol: 'imap' | 'smtp'): MailServer | undefined {
  const host = facts[`${protocol}_host`] as string | undefined
  if (!host) return undefined
  const port = facts[`${protocol}_port`] as number | undefined
  const given = facts[`${protocol}_security`] as Security | undefined
  const security = given ?? (port !== undefined && plainPorts.includes(port) ? 'starttls' : 'tls')
  return { host, port: port ?? ports[protocol][security], security }
}
