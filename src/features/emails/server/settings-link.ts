import { Refused } from '../../../shared/refusal.ts'
import type { Database } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { seal, type Sealing, unseal } from '../../../server/seal.ts'
import { products } from '../../products/products.ts'
import { ownAccess } from '../../requests/server/access/own-access.ts'
import { customerFacts } from '../../requests/service-facts.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { type MailServers, mailServersOf } from '../mail-servers.ts'

const PURPOSE = 'mail settings links'
/** For how long a link is valid. A phone reads it from the screen at once. */
const VALID_MS = 86_400_000

/** What a mail program needs to use a mailbox. */
export interface MailboxSettings extends MailServers {
  /** Of the service. */
  id: string
  email_address: string
  webmail: string | null
  expires_at: string
}

/**
 * The token of a link to the settings of the caller's own mailbox. It is encrypted and authenticated, so that nobody can
 * make or change one. Refuses with `NOT_FOUND` what is not the caller's, and a mailbox without known servers.
 */
export async function linkSettings(caller: CallerContext, keys: Sealing, id: string) {
  const { facts, record } = await ownAccess(caller, products.email, id)
  if (record.status !== 'active' || !mailServersOf(facts)) throw new Refused('NOT_FOUND')
  const until = caller.now.getTime() + VALID_MS
  const token = seal(JSON.stringify([id, until]), keys.derive(PURPOSE)).toString('base64url')
  return { token, expires_at: new Date(until).toISOString() }
}

/**
 * The settings that a link leads to. Refuses with `NOT_FOUND` a token that was altered or has expired, and the mailbox of an
 * ended or suspended service.
 */
export async function openSettingsLink(
  database: Database,
  { keys, now, token }: { keys: Sealing; now: Date; token: string },
): Promise<MailboxSettings> {
  const [id, until] = readToken(keys, token)
  if (until <= now.getTime()) throw new Refused('NOT_FOUND')
  const settings = await readSettings(database)
  const service = await database.read('service', ({ db }) =>
    db
      .selectFrom('services')
      .select(['name', 'facts'])
      .where('id', '=', id)
      .where('kind', '=', 'email')
      .where('status', '=', 'active')
      .where('released_at', 'is', null)
      .executeTakeFirst(),
  )
  const facts = service && customerFacts(settings, 'email', service.facts)
  const servers = facts && mailServersOf(facts)
  if (!servers) throw new Refused('NOT_FOUND')
  return {
    id,
    email_address: service.name,
    webmail: (facts.webmail as string | undefined) ?? null,
    ...servers,
    expires_at: new Date(until).toISOString(),
  }
}

function readToken(keys: Sealing, token: string): [id: string, until: number] {
  try {
    const bytes = unseal(Buffer.from(token, 'base64url'), keys.derive(PURPOSE))
    return JSON.parse(bytes.toString()) as [string, number]
  } catch {
    throw new Refused('NOT_FOUND')
  }
}
