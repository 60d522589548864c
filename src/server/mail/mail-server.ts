import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Generated } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Now } from '../database/tables.ts'
import { isPublicAddress } from '@kikoa/auth/client-address'
import { checkedAddresses, isNamedTarget, type AllowedTargets, type Resolve } from '../http/outbound.ts'
import { seal, type Sealing, unseal } from '../seal.ts'
import { fileTransport, smtpTransport, type Sender, type Transport } from './transport.ts'

/** How the connection is encrypted: from the start, after STARTTLS, or not at all. */
export const encryptions = ['tls', 'starttls', 'none'] as const
export type Encryption = (typeof encryptions)[number]

/** An SMTP server, and what it needs to send. */
export interface SmtpServer {
  host: string
  port: number
  encryption: Encryption
  /** Null for a server without a log-in. */
  username: string | null
  password: string | null
}

/** How mails are sent at this moment. */
export interface Delivery {
  /** `environment`: by SMTP_URL, `form`: by the server of the settings, `files`: into files of the data folder. */
  way: 'environment' | 'form' | 'files'
  /** The sender's address, and a name where the operator has set one. */
  from: { name: string | null; address: string }
  transport: Transport
}

/** The way of this node's mails, which follows the form of the settings without a restart. */
export interface MailServer {
  /** Whether mails are sent to people, as this node knew last. */
  readonly isSet: boolean
  current(): Promise<Delivery>
  /** Reads the form again; called at the start, and when the settings have changed. */
  refresh(): Promise<void>
}

interface MailServerOptions {
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SITE_URL' | 'DATA_DIR' | 'OUTBOUND_ALLOW'>
  database: Database
  keys: Sealing
}

/** Opens the way of the mails: the operator's SMTP_URL, otherwise the server of the settings, otherwise files. */
export async function openMailServer({ config, database, keys }: MailServerOptions): Promise<MailServer> {
  const { SMTP_URL, MAIL_FROM, SITE_URL, DATA_DIR } = config
  const own = readSender(MAIL_FROM)
  const standard = own ?? { name: null, address: `no-reply@${new URL(SITE_URL).hostname}` }
  const fixed: Delivery | undefined = SMTP_URL
    ? { way: 'environment', from: standard, transport: smtpTransport({ url: SMTP_URL }) }
    : undefined
  const files: Delivery = {
    way: 'files',
    from: standard,
    transport: fileTransport(join(DATA_DIR, 'mail')),
  }
  let isSet = Boolean(fixed)
  async function current(): Promise<Delivery> {
    if (fixed) return fixed
    const row = await database.read('service', ({ db }) =>
      db.selectFrom('mail_server').selectAll().executeTakeFirst(),
    )
    isSet = Boolean(row)
    if (!row) return files
    return {
      way: 'form',
      from: own ?? { name: null, address: row.from_address },
      transport: async (mail) => {
        const password = row.sealed && openPassword(row.sealed, keys)
        const send = await guardedTransport({ ...row, password }, config.OUTBOUND_ALLOW)
        await send(mail)
      },
    }
  }
  const refresh = async () => void (await current())
  await refresh()
  return {
    get isSet() {
      return isSet
    },
    current,
    refresh,
  }
}

/** The sender of mails: the name of the shop, unless the operator has set one. */
export const senderOf = ({ from }: Delivery, shop: string): Sender => ({
  name: from.name || shop,
  address: from.address,
})

/** A sender as `name@example.com` or `The Name <name@example.com>`. Undefined for any other text. */
function readSender(text: string | undefined) {
  const [, name, address] = /^\s*(?:"?([^"<]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(text ?? '') ?? []
  return address ? { name: name || null, address } : undefined
}

/**
 * Sends through a server that a person has named: only to addresses of the open internet, and to those that the operator
 * allows. Without encryption only to the latter, because the password would be readable on its way.
 * @throws InnerAddress, or the error of the lookup
 */
export async function guardedTransport(
  { host, port, encryption, username, password }: SmtpServer,
  allowed: AllowedTargets,
  { resolve, silenceMs }: { resolve?: Resolve; silenceMs?: number } = {},
): Promise<Transport> {
  const target = new URL(`smtp://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  const mayReach = (address: string) =>
    isNamedTarget(allowed, target, address) || (encryption !== 'none' && isPublicAddress(address))
  const addresses = await checkedAddresses(host, mayReach, resolve)
  // A second lookup could return others (DNS rebinding). Many machines have no IPv6.
  const { address } = addresses.find(({ family }) => family === 4) ?? addresses[0]!
  return smtpTransport(
    {
      host: address,
      port,
      secure: encryption === 'tls',
      requireTLS: encryption === 'starttls',
      ignoreTLS: encryption === 'none',
      ...(!isIP(host) && { tls: { servername: host } }),
      ...(username && { auth: { user: username, pass: password ?? '' } }),
    },
    silenceMs,
  )
}

const PURPOSE = 'mail server'

export const sealPassword = (password: string, keys: Sealing): Buffer => seal(password, keys.derive(PURPOSE))

/** @throws an error for the admins when it was sealed with another key, as after the loss of the key file. */
export function openPassword(sealed: Buffer, keys: Sealing): string {
  try {
    return unseal(sealed, keys.derive(PURPOSE)).toString('utf8')
  } catch (error) {
    throw new Error('the password of the mail server has to be typed again', { cause: error })
  }
}

export interface MailServerTable {
  slot: Generated<boolean>
  host: string
  port: number
  encryption: Encryption
  username: string | null
  sealed: Buffer | null
  from_address: string
  version: Generated<number>
  updated_at: Now
  updated_by: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    mail_server: MailServerTable
  }
}
