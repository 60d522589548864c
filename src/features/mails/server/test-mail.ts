import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Delivery } from '../../../server/mail/mail-server.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import { checkSenderDomain } from '../../../server/mail/sender-domain.ts'
import type { DnsLookup } from '../../../server/mail/spf.ts'
import { audit } from '../../audit/server/audit.ts'
import { isEmail } from '../../../shared/people/email.ts'
import type { MailTemplate } from '../../../server/mail/layout.ts'

/** How mails are sent. */
export interface MailDelivery {
  current(): Promise<Pick<Delivery, 'way' | 'from'>>
  lookup: DnsLookup
}

const PAUSE_MS = 10_000

/**
 * Sends the admin a test mail and checks the DNS records of the sender's domain. Refuses with `NO_ADDRESS`, and with
 * `TOO_MANY_REQUESTS` a second one within ten seconds.
 */
export async function sendTestMail(caller: CallerContext, { current, lookup }: MailDelivery) {
  const person = caller.person()
  const to = await caller.write(async (tx) => {
    const admin = await tx.db
      .selectFrom('profiles')
      .select('email')
      .where('id', '=', person)
      .executeTakeFirst()
    if (!admin?.email || !isEmail(admin.email)) throw new Refused('NO_ADDRESS')
    const last = await tx.db
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', person)
      .where('kind', '=', 'test')
      .where('created_at', '>', new Date(caller.now.getTime() - PAUSE_MS))
      .executeTakeFirst()
    if (last) throw new Refused('TOO_MANY_REQUESTS')
    await enqueue(tx, { kind: 'test', to: admin.email, user: person, data: { to: admin.email } })
    await audit(tx, 'admin', { action: 'mail.tested', entity: 'mail', entity_id: null })
    return admin.email
  })
  const { way, from } = await current()
  const domain = from.address.split('@')[1]!
  return {
    to,
    from: from.address,
    way: way === 'files' ? ('files' as const) : ('smtp' as const),
    domain,
    ...(await checkSenderDomain(domain, lookup)),
  }
}

const test: MailTemplate = (data, { translate, business }) => ({
  subject: translate('mails_test_subject', { business: business.name }),
  heading: translate('mails_test_subject', { business: business.name }),
  paragraphs: [translate('mails_test_text', { business: business.name })],
  facts: [[translate('mails_test_fact'), String(data.to)]],
})

/** The template of the test mail. */
export const testMailTemplates = { test } satisfies Record<string, MailTemplate>
