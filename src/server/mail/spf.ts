/** DNS lookups. A name without records gives an empty result. Only a failed lookup throws. */
export interface DnsLookup {
  texts(name: string): Promise<string[]>
  /** A and AAAA records together. */
  addresses(name: string): Promise<string[]>
  /** The names of mail exchangers. */
  exchanges(name: string): Promise<string[]>
}

/** What is wrong with an SPF record. All but the last two make receivers ignore it (permerror). */
export type SpfProblem =
  | 'several-records'
  | 'syntax'
  | 'too-many-lookups'
  | 'too-many-voids'
  | 'broken-include'
  | 'open'
  | 'nobody'

export interface SpfReport {
  records: string[]
  problem: SpfProblem | null
}

/** RFC 7208 section 4.6.4. */
const MOST_LOOKUPS = 10
const MOST_VOIDS = 2
const MOST_EXCHANGES = 10

class PermError extends Error {
  readonly problem: SpfProblem
  constructor(problem: SpfProblem) {
    super(problem)
    this.problem = problem
  }
}

interface Walk {
  find: DnsLookup
  lookups: number
  voids: number
}

/** The effect of a record: whether it names any sender, and whether all others fail. */
interface Policy {
  names: boolean
  isClosed: boolean
  /** Whether every address passes. */
  passesAll: boolean
}

/**
 * Reads a domain's SPF record with all its includes, as a receiver does for an address that matches none of it. That is
 * the longest evaluation, for which the limits must hold. Libraries stop at the address that they check, so they can't
 * do this.
 * @throws the errors of `find`: then the record can't be judged.
 */
export async function checkSpf(domain: string, find: DnsLookup): Promise<SpfReport> {
  const records = await spfRecords(domain, find)
  if (records.length === 0) return { records, problem: null }
  try {
    const { names, isClosed, passesAll } = await read(records, { find, lookups: 0, voids: 0 }, domain)
    return { records, problem: passesAll || !isClosed ? 'open' : names ? null : 'nobody' }
  } catch (error) {
    if (error instanceof PermError) return { records, problem: error.problem }
    throw error
  }
}

const spfRecords = async (name: string, find: DnsLookup) =>
  (await find.texts(name)).filter((text) => /^v=spf1(?: |$)/i.test(text))

/** Section 4.6.1: `directive` or `modifier`. */
const term =
  /^(?:([-+~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^\s/]+))?((?:\/\d{1,3}){0,1}(?:\/\/\d{1,3})?)|([a-z][\w.-]*)=(\S*))$/i

async function read(records: string[], walk: Walk, domain: string): Promise<Policy> {
  if (records.length > 1) throw new PermError('several-records')
  const policy: Policy = { names: false, isClosed: false, passesAll: false }
  const redirects: string[] = []
  for (const word of records[0]!.split(/ +/).slice(1).filter(Boolean)) {
    // An IPv6 address without brackets contains colons, and a network a slash, so it is not parsed as a name.
    const ip = /^([-+~?]?)ip[46]:[\da-f:.]+(?:\/(\d{1,3}))?$/i.exec(word)
    const [, sign, mechanism = '', target, , modifier, value = ''] = ip
      ? [word, ip[1], 'ip']
      : (term.exec(word) ?? [])
    if (modifier) {
      if (modifier.toLowerCase() === 'redirect') redirects.push(value)
      continue
    }
    const passes = !sign || sign === '+'
    switch (mechanism.toLowerCase()) {
      case 'all':
        if (target) throw new PermError('syntax')
        // Everything after `all` is ignored, a redirect too (section 5.1).
        return { ...policy, isClosed: sign === '-' || sign === '~', passesAll: policy.passesAll || passes }
      case 'ip':
        policy.names ||= passes
        policy.passesAll ||= passes && ip?.[2] === '0'
        break
      case 'include': {
        if (!target) throw new PermError('syntax')
        const included = await follow(target, walk, 'broken-include')
        policy.names ||= passes && (included?.names ?? true)
        policy.passesAll ||= passes && Boolean(included?.passesAll)
        break
      }
      case 'exists':
      case 'a':
      case 'mx':
      case 'ptr':
        if (mechanism.toLowerCase() === 'exists' && !target) throw new PermError('syntax')
        await lookUp(mechanism.toLowerCase(), target ?? domain, walk)
        policy.names ||= passes
        break
      default:
        throw new PermError('syntax')
    }
  }
  if (redirects.length > 1) throw new PermError('syntax')
  if (redirects.length === 0) return policy
  const end = await follow(redirects[0]!, walk, 'broken-include')
  return {
    names: policy.names || (end?.names ?? true),
    isClosed: end?.isClosed ?? true,
    passesAll: policy.passesAll || Boolean(end?.passesAll),
  }
}

/** Reads another domain's record. Undefined if its name contains macros, which depend on a mail. */
async function follow(name: string, walk: Walk, missing: SpfProblem): Promise<Policy | undefined> {
  count(walk)
  if (name.includes('%')) return undefined
  const records = await spfRecords(name, walk.find)
  if (records.length === 0) throw new PermError(missing)
  return read(records, walk, name)
}

async function lookUp(mechanism: string, name: string, walk: Walk): Promise<void> {
  count(walk)
  if (mechanism === 'ptr' || name.includes('%')) return
  const found = mechanism === 'mx' ? await walk.find.exchanges(name) : await walk.find.addresses(name)
  if (mechanism === 'mx' && found.length > MOST_EXCHANGES) throw new PermError('too-many-lookups')
  if (found.length === 0 && ++walk.voids > MOST_VOIDS) throw new PermError('too-many-voids')
}

function count(walk: Walk) {
  if (++walk.lookups > MOST_LOOKUPS) throw new PermError('too-many-lookups')
}
