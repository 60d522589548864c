/** Asks the domain name system for the texts of a name: `[]` where there are none. */
export type FindTexts = (name: string) => Promise<string[]>

/** One thing that receivers look for before they believe a sender. */
export interface SenderRecord {
  state: 'good' | 'weak' | 'missing' | 'unknown'
  name: string
  value: string | null
}

export interface SenderReport {
  spf: SenderRecord
  dkim: SenderRecord
  dmarc: SenderRecord
}

/**
 * Names under which the large mail services keep their keys. A key under a name of its own can't be found from outside
 * (RFC 6376 section 3.6.2.1): then nothing is claimed.
 */
const selectors = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  's1',
  's2',
  'smtp',
  'mandrill',
  'pm',
  'zoho',
  'mxvault',
  'protonmail',
  'brevo',
]

/** What the world can find out about the domain that mails are sent from. */
export async function reportSender(domain: string, find: FindTexts): Promise<SenderReport> {
  const [spf, dkim, dmarc] = await Promise.all([
    spfOf(domain, find),
    dkimOf(domain, find),
    dmarcOf(domain, find),
  ])
  return { spf, dkim, dmarc }
}

/** RFC 7208: exactly one record, and it ends by saying what everybody else is: `-all` or `~all`. */
async function spfOf(name: string, find: FindTexts): Promise<SenderRecord> {
  const texts = await find(name).catch(() => undefined)
  if (!texts) return { state: 'unknown', name, value: null }
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  if (!records.length) return { state: 'missing', name, value: null }
  const closed = /(?:^|\s)(?:[-~]all|redirect=\S+)\s*$/i.test(records[0]!)
  return { state: records.length === 1 && closed ? 'good' : 'weak', name, value: records.join(' | ') }
}

/** RFC 6376: a key under one of the usual names. One with an empty `p=` was revoked. */
async function dkimOf(domain: string, find: FindTexts): Promise<SenderRecord> {
  const found = await Promise.all(
    selectors.map(async (selector) => {
      const name = `${selector}._domainkey.${domain}`
      const texts = await find(name).catch(() => undefined)
      const value = texts?.find((text) => /(?:^|;)\s*p=/i.test(text))
      return { name, value, asked: Boolean(texts) }
    }),
  )
  const keys = found.filter(({ value }) => value)
  const good = keys.find(({ value }) => /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/i.test(value!))
  if (good) return { state: 'good', name: good.name, value: good.value! }
  if (keys[0]) return { state: 'weak', name: keys[0].name, value: keys[0].value! }
  return { state: 'unknown', name: `*._domainkey.${domain}`, value: null }
}

/** RFC 7489 section 6.3. `p=none` asks receivers to do nothing. A name below takes the record of the one above. */
async function dmarcOf(domain: string, find: FindTexts): Promise<SenderRecord> {
  const above = domain.split('.').slice(1)
  const places = [domain, ...(above.length > 1 ? [above.join('.')] : [])].map((one) => `_dmarc.${one}`)
  let asked = false
  for (const name of places) {
    const texts = await find(name).catch(() => undefined)
    asked ||= Boolean(texts)
    const value = texts?.find((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (value) return { state: /;\s*p=\s*(?:quarantine|reject)/i.test(value) ? 'good' : 'weak', name, value }
  }
  return { state: asked ? 'missing' : 'unknown', name: places[0]!, value: null }
}
