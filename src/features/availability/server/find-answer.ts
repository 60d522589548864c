import type { ParsedName } from './endpoint-table.ts'
import { withDeadline, type Lookup, type NameStatus, type Registries } from '@kikoa/registry-answers'
import type { AnswerSource, AnswerStatus, Answer } from '../answer.ts'
import { LRUCache } from 'lru-cache'
import { Resolver } from 'node:dns/promises'

interface Sources {
  nameservers: Nameservers
  queryRegistry: Registries['query']
  registrar: Registrar | undefined
}

interface Finding {
  status: AnswerStatus
  source: AnswerSource
}

/** The result of a lookup, and whether a registrar confirmed it. */
export interface LookupResult {
  status: Finding['status']
  source: Finding['source'] | null
  confirmed: boolean
}

/** How long "available" waits for the nameservers, because a delegation contradicts it. */
const DNS_MS = 400

/**
 * Asks the nameservers and the registry in parallel, then the registrar if there is one. Nameservers can only prove
 * that a name is taken.
 * @param onLate called with a better finding that arrives after the answer
 */
export async function findAnswer(
  name: string,
  { suffix, registry }: ParsedName,
  { nameservers, queryRegistry, registrar }: Sources,
  lookup: Lookup,
  signal: AbortSignal,
  onLate: (finding: Finding) => void,
): Promise<LookupResult> {
  let delegated: Finding | undefined
  const fromDns = nameservers(name).then((found) => {
    if (found.length > 0) delegated = { status: 'taken', source: 'dns' }
    return delegated
  })
  const fromRegistry = registry
    ? queryRegistry(name, { suffix, registry }, lookup, signal)
    : Promise.resolve(undefined)
  const first = await firstDefined([fromDns, fromRegistry])
  if (first?.source === 'dns')
    fromRegistry.then((late) => late && unavailableStatuses.has(late.status) && onLate(late)).catch(() => {})
  const found =
    first && buyableStatuses.has(first.status)
      ? ((await withDeadline(DNS_MS, () => fromDns)) ?? first)
      : first

  const seller = registrar?.sells(suffix) ? registrar : undefined
  const unsure = !found || found.status === 'available'
  const confirmedStatus =
    unsure && !signal.aborted ? await seller?.check(name, signal).catch(() => undefined) : undefined
  if (confirmedStatus) return { status: confirmedStatus, source: 'registrar', confirmed: true }
  if (found && buyableStatuses.has(found.status)) {
    if (delegated) return { ...delegated, confirmed: false }
    // If nameservers answer later, their finding replaces the cached "available".
    fromDns.then((late) => late && onLate(late)).catch(() => {})
  }
  if (found) return { ...found, confirmed: false }
  return { status: registry || seller ? 'error' : 'unsupported', source: null, confirmed: false }
}

/** What a customer can buy. */
const buyableStatuses = new Set(['available', 'premium'])

/** The registry's statuses that may replace "taken" of the nameservers. */
const unavailableStatuses = new Set(['taken', 'redemption', 'reserved'])

/** The first answer that is not undefined. Undefined if there is none. */
function firstDefined<T>(answers: Promise<T | undefined>[]): Promise<T | undefined> {
  return new Promise((done, fail) => {
    for (const answer of answers) answer.then((said) => said !== undefined && done(said), fail)
    Promise.all(answers).then(() => done(undefined), fail)
  })
}

/**
 * The registrar where the shop has an account, over EPP or HTTP. It is queried last, to confirm that a name is free, or
 * if the registry gave no answer.
 */
export interface Registrar {
  /** For the log and the admins. */
  name: string
  sells(suffix: string): boolean
  /**
   * @param name in ASCII
   * @param signal aborted at the name's deadline
   * @throws if it does not know
   */
  check(name: string, signal: AbortSignal): Promise<NameStatus>
}

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The shortest and longest life of a cached answer. A random value between them spreads the next questions. */
const lifetimes: Partial<Record<AnswerStatus, readonly [number, number]>> = {
  available: [30 * SECOND, 60 * SECOND],
  premium: [30 * SECOND, 60 * SECOND],
  taken: [10 * MINUTE, 60 * MINUTE],
  reserved: [10 * MINUTE, 60 * MINUTE],
  // This status ends one day, and a customer may be waiting for it.
  redemption: [10 * MINUTE, 10 * MINUTE],
  error: [3 * SECOND, 5 * SECOND],
}
const MOST_ANSWERS = 20_000

/**
 * The cache of answers.
 * @param clock monotonic milliseconds: a corrected wall clock must not prolong an answer's life
 * @param random between 0 and 1
 */
export function createAnswerCache(clock: () => number, random: () => number) {
  // The cache takes a time of 0 for none.
  const answers = new LRUCache<string, Answer>({
    max: MOST_ANSWERS,
    perf: { now: () => clock() + 1 },
    ttlResolution: 0,
  })
  return {
    get: (name: string) => answers.get(name),
    set(answer: Answer) {
      const life = lifetimes[answer.status]
      if (!life) return
      const [least, most] = life
      answers.set(answer.name, answer, { ttl: Math.round(least + random() * (most - least)) })
    },
  }
}

/** The nameservers of a name. Empty if there are none or the lookup fails. */
export type Nameservers = (name: string) => Promise<string[]>

/**
 * Looks up nameservers. A name without any may still be taken (held, new, never used), so an empty result proves
 * nothing and is no error.
 * @param servers such as `127.0.0.1:5353`, by default the system's servers
 */
export function createNameservers(timeout = 1_000, servers?: readonly string[]): Nameservers {
  const resolver = new Resolver({ timeout, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveNs(name)).filter((one) => one !== '' && one !== '.')
    } catch {
      return []
    }
  }
}
