import type { Config } from '../server/config/config.ts'
import type { Sender } from '../server/mail/transport.ts'

/**
 * Whose mails these are: MAIL_FROM, as `name@example.com` or `The Name <name@example.com>`; without it the shop's name
 * and an address at the host of the site.
 */
export function senderOf(
  { MAIL_FROM: from = '', SITE_URL: site }: Pick<Config, 'MAIL_FROM' | 'SITE_URL'>,
  shop: string,
): Sender {
  const [, name, address] = /^\s*(?:"?([^"<]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(from) ?? []
  return { name: name || shop, address: address ?? `no-reply@${new URL(site).hostname}` }
}
