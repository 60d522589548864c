import { setTimeout as pause } from 'node:timers/promises'
import { Resolver } from 'node:dns/promises'
import { getDomain } from 'tldts'
import { checkSpf, type DnsLookup, type SpfProblem } from './spf.ts'

/** The state of one DNS record that receivers check before they trust a sender. */
export interface SenderRecord {
  state: 'good' | 'weak' | 'missing' | 'unknown'
  name: string
  value: string | null
  /** The problem, if it is known. */
  problem: SpfProblem | null
}

interface SenderReport {
  spf: SenderRecord
  dkim: SenderRecord
  dmarc: SenderRecord
}

/**
 * Names under which the large mail services publish their keys. A key under another name can't be found from outside
 * (RFC 6376 section 3.6.2.1). Then the result is unknown.
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

/** Checks the public DNS records of the domain that mails are sent from. */
export async function checkSenderDomain(domain: string, find: DnsLookup): Promise<SenderReport> {
  const [spf, dkim, dmarc] = await Promise.all([
    inTime(spfOf(domain, find), domain),
    inTime(dkimOf(domain, find), `*._domainkey.${domain}`),
    inTime(dmarcOf(domain, find), `_dmarc.${domain}`),
  ])
  return { spf, dkim, dmarc }
}

const DEADLINE_MS = 8_000

/** A report that takes too long is unknown. Each question has a deadline, but one leads to more. */
async function inTime(report: Promise<SenderRecord>, name: string): Promise<SenderRecord> {
  const over = new AbortController()
  const late = pause(DEADLINE_MS, undefined, { signal: over.signal, ref: false }).then((): SenderRecord => ({
    state: 'unknown',
    name,
    value: null,
    problem: null,
  }))
  // Aborted below once the report has arrived.
  late.catch(() => undefined)
  return Promise.race([report, late]).finally(() => over.abort())
}

/** SPF with all its includes (`checkSpf`). It is good if it names a sender and rejects all others. */
async function spfOf(name: string, find: DnsLookup): Promise<SenderRecord> {
  const report = await checkSpf(name, find).catch(() => undefined)
  if (!report) return { state: 'unknown', name, value: null, problem: null }
  const { records, problem } = report
  if (!records.length) return { state: 'missing', name, value: null, problem: null }
  return { state: problem ? 'weak' : 'good', name, value: records.join(' | '), problem }
}

/** RFC 6376: a key under one of the usual names. One with an empty `p=` was revoked. */
async function dkimOf(domain: string, find: DnsLookup): Promise<SenderRecord> {
  const found = await Promise.all(
    selectors.map(async (selector) => {
      const name = `${selector}._domainkey.${domain}`
      const texts = await find.texts(name).catch(() => undefined)
      const value = texts?.find((text) => /(?:^|;)\s*p=/i.test(text))
      return { name, value, asked: Boolean(texts) }
    }),
  )
  const keys = found.filter(({ value }) => value)
  const good = keys.find(({ value }) => /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/i.test(value!))
  if (good) return { state: 'good', name: good.name, value: good.value!, problem: null }
  if (keys[0]) return { state: 'weak', name: keys[0].name, value: keys[0].value!, problem: null }
  return { state: 'unknown', name: `*._domainkey.${domain}`, value: null, problem: null }
}

/** The tags of a DMARC record (RFC 7489 section 6.3). Undefined for any other text. */
function dmarcTags(text: string): Map<string, string> | undefined {
  const tags = text
    .split(';')
    .map((tag) => tag.split('=').map((part) => part.trim()))
    .filter(([name]) => name)
    .map(([name, ...value]): [string, string] => [name!.toLowerCase(), value.join('=')])
  return tags[0]?.[0] === 'v' && tags[0][1] === 'DMARC1' ? new Map(tags) : undefined
}

/**
 * RFC 7489 section 6.6.3: the record of the domain, or else of its organizational domain, one level below a public
 * suffix. Receivers ignore several records, and do nothing for the policy `none` or for 0 % of the mails.
 */
async function dmarcOf(domain: string, find: DnsLookup): Promise<SenderRecord> {
  const organization = getDomain(domain, { allowPrivateDomains: true })
  const places = [...new Set([domain, organization ?? domain])]
  for (const place of places) {
    const name = `_dmarc.${place}`
    const texts = await find.texts(name).catch(() => undefined)
    if (!texts) return { state: 'unknown', name, value: null, problem: null }
    const records = texts.flatMap((text) => {
      const tags = dmarcTags(text)
      return tags ? [{ text, tags }] : []
    })
    if (!records.length) continue
    const value = records.map(({ text }) => text).join(' | ')
    if (records.length > 1) return { state: 'weak', name, value, problem: 'several-records' }
    const { tags } = records[0]!
    const policy = (place === domain ? undefined : tags.get('sp')) ?? tags.get('p')
    const isAsked = /^(?:quarantine|reject)$/i.test(policy ?? '') && Number(tags.get('pct') ?? 100) > 0
    return { state: isAsked ? 'good' : 'weak', name, value, problem: null }
  }
  return { state: 'missing', name: `_dmarc.${domain}`, value: null, problem: null }
}

const TIMEOUT_MS = 2_000

/** The records, or an empty list if there are none. Throws if there is no answer. */
async function found<T>(call: (resolver: Resolver) => Promise<T[]>): Promise<T[]> {
  try {
    return await call(new Resolver({ timeout: TIMEOUT_MS, tries: 1 }))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The system's resolver, with a deadline for each question. */
export const systemLookup: DnsLookup = {
  texts: async (name) =>
    (await found((resolver) => resolver.resolveTxt(name))).map((parts) => parts.join('')),
  async addresses(name) {
    const both = await Promise.all([
      found((resolver) => resolver.resolve4(name)),
      found((resolver) => resolver.resolve6(name)),
    ])
    return both.flat()
  },
  exchanges: async (name) =>
    (await found((resolver) => resolver.resolveMx(name))).map(({ exchange }) => exchange),
}
