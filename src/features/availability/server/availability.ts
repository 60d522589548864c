import type { Config } from '../../../server/config/config.ts'
import type { Log } from '../../../server/log/log.ts'
import { type Answer, type NameRefusal, statusOfRefusal } from '../answer.ts'
import type { Endpoints } from '../../settings/registry-endpoints.ts'
import { isReservedWord, refuseName } from '../registration-rules.ts'
import { readAsciiName } from '../scripts.ts'
import { BudgetSpent, type Caller, createBudget, hasReserve } from './budget.ts'
import { createEndpoints, readEndpointsFile } from './endpoints.ts'
import { findPlace, type Found, namedSuffixes, placeOf } from './endpoint-table.ts'
import {
  byDeadline,
  findOut,
  type Finished,
  type Registrar,
  createMemory,
  createNameservers,
  type Nameservers,
} from './find-answer.ts'
import { createHealth, suffixHealth, type SuffixHealth } from './suffix-health.ts'
import { createHosts } from './hosts.ts'
import type { Lookup } from './host-queue.ts'
import { type Alarm, createProofs } from './sources/proofs.ts'
import { createRdap } from './sources/rdap.ts'
import { createRegistry } from './sources/registry.ts'
import { createTransport, type Transport } from './transport.ts'

export interface AvailabilityOptions {
  config: Pick<Config, 'AVAILABILITY_ENDPOINTS' | 'RATE_LIMIT_SCALE'>
  /** The setting `availability.endpoints`. */
  settings(): Promise<Endpoints>
  now(): Date
  log: Log
  registrar?: Registrar
  /** Called with an answer that could not be read. It must not throw. */
  onUnread?(answer: UnreadAnswer): void
}

/** A registry's answer that could not be read, in its original text. */
export interface UnreadAnswer {
  suffix: string
  /** The name asked about, in ASCII. */
  name: string
  source: 'rdap' | 'whois'
  text: string
}

/** Outside dependencies, which tests replace. */
export interface World {
  transport: Transport
  nameservers: Nameservers
  /** Monotonic milliseconds. */
  clock(): number
  /** Between 0 and 1. */
  random(): number
  bootstrap: URL
}

/** The caller of a lookup. `fresh` skips the cache, for example for an order. */
export interface CheckOptions {
  caller: Caller
  fresh?: boolean
}

export interface Availability {
  /**
   * Checks whether a name is free. Answers within 2.5 s.
   * @param typed a domain name as a visitor typed it
   * @throws BudgetSpent when the registry must be asked and the caller's budget for this minute is used up
   */
  check(typed: string, options: CheckOptions): Promise<Answer>
  /**
   * Checks a label with several endings and yields each answer when it arrives. Endings over the caller's budget get
   * the status `error`.
   * @throws BudgetSpent when the budget allows none of the endings
   */
  checkMany(label: string, endings: readonly string[], caller: Caller): Promise<AsyncGenerator<Answer, void>>
  /** Sources in use that must prove that they know their suffix, and have not done so. */
  alarms(): Promise<Alarm[]>
  health(): Promise<SuffixHealth[]>
  /** Asks a suffix now about a registered name and about an unregistered one. */
  test(suffix: string, caller: Caller): Promise<SuffixTest | undefined>
  /** Starts the regular update of IANA's list. */
  start(): void
  stop(): Promise<void>
}

export interface SuffixTest {
  suffix: string
  registered: Answer & { ms: number }
  unheard: Answer & { ms: number }
  /** True if both results are as expected. */
  ok: boolean
}

/** A lookup in progress, shared by all its callers. */
interface Flight {
  lookup: Lookup
  begun: Promise<Begun>
}

type Begun = BudgetSpent | { answer: Answer | Promise<Answer> }

const DEADLINE_MS = 2_500
/** The most lookups in progress. More are refused immediately. */
const MOST_AT_ONCE = 2_000
/** The most callers stored per lookup. They decide its position in a host's queue. */
const MOST_JOINED = 50

/**
 * The engine that checks whether a name is free. It answers *available* only if it is sure.
 * @throws StartError when the operator's file of endpoints is invalid
 */
export function createAvailability(
  { config, settings, now, log, registrar, onUnread }: AvailabilityOptions,
  world: Partial<World> = {},
): Availability {
  const { clock = () => performance.now(), random = Math.random, nameservers = createNameservers() } = world
  const transport = world.transport ?? createTransport()
  const file = readEndpointsFile(config.AVAILABILITY_ENDPOINTS)
  const endpoints = createEndpoints({ file, setting: settings, transport, log, ...world })
  const hosts = createHosts(clock)
  const health = createHealth()
  const memory = createMemory(clock, random)
  const budget = createBudget(config.RATE_LIMIT_SCALE)
  const proofs = createProofs({
    clock,
    now,
    onAlarm: (alarm) =>
      log.warn(alarm, 'a source does not know a name that is registered: its suffix is unknown'),
    onRecovery: ({ suffix, source, server }) =>
      log.info({ suffix, source, server }, 'a source knows its registered name again'),
  })
  const flights = new Map<string, Flight>()
  const askRegistry = createRegistry({
    hosts,
    transport,
    proofs,
    askRdap: createRdap({ transport, now }),
    onProblem(problem, source, name, { entry }) {
      log.debug({ err: problem, name, source }, 'a registry gave no answer')
      health.problem(entry, { at: now().toISOString(), source, reason: problem.reason })
      if (problem.text?.trim()) onUnread?.({ suffix: entry, name, source, text: problem.text })
    },
  })
  const sources = { nameservers, askRegistry, registrar }

  const made = (name: string, suffix: string, finished: Finished): Answer => ({
    name,
    suffix,
    checkedAt: now().toISOString(),
    status: finished.status,
    source: finished.source,
    confirmed: finished.confirmed,
  })
  const bare = (name: string, suffix: string, status: 'invalid' | 'error') =>
    made(name, suffix, { status, source: null, confirmed: false })
  const refused = (name: string, suffix: string, refusal: NameRefusal): Answer => ({
    ...made(name, suffix, { status: statusOfRefusal(refusal), source: null, confirmed: false }),
    refusal,
  })

  async function fly(name: string, found: Found, lookup: Lookup): Promise<Answer> {
    const { suffix, place } = found
    const started = clock()
    const remember = (answer: Answer) => {
      memory.set(answer)
      return answer
    }
    const finished = await byDeadline(DEADLINE_MS, (signal) =>
      findOut(name, found, sources, lookup, signal, (late) =>
        remember(made(name, suffix, { ...late, confirmed: false })),
      ),
    )
    if (place)
      health.count(place.entry, finished !== undefined && finished.status !== 'error', clock() - started)
    if (finished?.status === 'available' && !finished.confirmed && isReservedWord(name, suffix))
      return remember(refused(name, suffix, 'reserved-word'))
    if (finished && finished.status !== 'error') return remember(made(name, suffix, finished))
    // If no question was sent, the error is not cached, so that other callers can ask.
    const failed = bare(name, suffix, 'error')
    return lookup.sent > 0 ? remember(failed) : failed
  }

  /**
   * Starts a lookup, or returns why the caller's budget does not allow it. Cached names and lookups in progress cost
   * nothing.
   */
  async function begin(typed: string, { caller, fresh = false }: CheckOptions): Promise<Begun> {
    const name = readAsciiName(typed)
    if (!name) return { answer: bare(typed, '', 'invalid') }
    const known = fresh ? undefined : memory.get(name)
    if (known) return { answer: known }
    // An order has its own lookup, so that it does not wait in a visitor's queue position.
    const key = hasReserve(caller) ? `reserved ${name}` : name
    const flying = flights.get(key)
    if (flying) {
      if (flying.lookup.callers.length < MOST_JOINED) flying.lookup.callers.push(caller)
      const begun = await flying.begun
      return begun instanceof BudgetSpent ? begin(typed, { caller, fresh }) : begun
    }
    const lookup: Lookup = { callers: [caller], sent: 0 }
    const begun = depart(name, caller, lookup).catch((error: unknown): Begun => {
      log.error({ err: error, name }, 'a name could not be checked')
      return { answer: bare(name, '', 'error') }
    })
    const flight = { lookup, begun }
    flights.set(key, flight)
    const land = () => void (flights.get(key) === flight && flights.delete(key))
    const departed = await begun
    if (departed instanceof BudgetSpent) land()
    else Promise.resolve(departed.answer).then(land, land)
    return departed
  }

  async function depart(name: string, caller: Caller, lookup: Lookup): Promise<Begun> {
    const found = findPlace(name, await endpoints.tables())
    if (!found) return { answer: bare(name, '', 'invalid') }
    const refusal = refuseName(name, found.suffix)
    if (refusal) return { answer: refused(name, found.suffix, refusal) }
    if (found.place || registrar?.sells(found.suffix)) {
      const spent = await budget.take(caller)
      if (spent) return spent
    }
    if (flights.size > MOST_AT_ONCE && !hasReserve(caller))
      return { answer: bare(name, found.suffix, 'error') }
    const answer = fly(name, found, lookup).catch((error: unknown) => {
      log.error({ err: error, name }, 'a name could not be checked')
      return bare(name, found.suffix, 'error')
    })
    return { answer }
  }

  async function check(typed: string, options: CheckOptions): Promise<Answer> {
    const begun = await begin(typed, options)
    if (begun instanceof BudgetSpent) throw begun
    return begun.answer
  }

  async function timed(name: string, caller: Caller) {
    const started = clock()
    const result = await check(name, { fresh: true, caller })
    return { ...result, ms: Math.round(clock() - started) }
  }

  return {
    check,

    async checkMany(label, endings, caller) {
      const begun = await Promise.all(
        [...new Set(endings)].map(async (ending) => ({
          ending,
          begun: await begin(`${label}.${ending}`, { caller }),
        })),
      )
      const spent = begun.map((one) => one.begun).filter((one) => one instanceof BudgetSpent)
      if (spent[0] && spent.length === begun.length) throw spent[0]
      const open = new Map(
        begun.map(({ ending, begun: one }) => {
          const answer = one instanceof BudgetSpent ? bare(`${label}.${ending}`, ending, 'error') : one.answer
          return [ending, Promise.resolve(answer).then((known) => ({ ending, known }))] as const
        }),
      )
      return (async function* () {
        while (open.size > 0) {
          // oxlint-disable-next-line no-await-in-loop -- answers come one by one
          const { ending, known } = await Promise.race(open.values())
          open.delete(ending)
          yield known
        }
      })()
    },

    async alarms() {
      const tables = await endpoints.tables()
      return proofs.alarms().filter(({ suffix, server }) => {
        const place = findPlace(`name.${suffix}`, tables)?.place
        return place?.rdap === server || place?.whois === server
      })
    },

    async health() {
      const tables = await endpoints.tables()
      const suffixes = [...new Set([...namedSuffixes(tables), ...health.suffixes()])]
      return suffixes.flatMap(
        (suffix) => suffixHealth(placeOf(suffix, tables), health.of(suffix), hosts) ?? [],
      )
    },

    async test(suffix, caller) {
      const place = placeOf(suffix, await endpoints.tables())
      if (!place) return undefined
      const chance = Math.floor(random() * 36 ** 8)
        .toString(36)
        .padStart(8, '0')
      const [registered, unheard] = await Promise.all([
        timed(place.known[0]!, caller),
        timed(`kikoa-test-${chance}.${suffix}`, caller),
      ])
      const ok = ['taken', 'reserved'].includes(registered.status) && unheard.status === 'available'
      return { suffix, registered, unheard, ok }
    },

    start: () => endpoints.start(),
    async stop() {
      endpoints.stop()
      await transport.close()
    },
  }
}
