import {
  createRegistries,
  withDeadline,
  type Alarm,
  type Lookup,
  type Transport,
} from '@kikoa/registry-answers'
import type { Config } from '../../../server/config.ts'
import type { Log } from '../../../server/log.ts'
import { type Answer, type NameRefusal, statusOfRefusal } from '../answer.ts'
import type { Endpoints } from '../../settings/registry-endpoints.ts'
import { isReservedWord, refuseName } from '../registration-rules.ts'
import { readAsciiName } from '../../products/names/scripts.ts'
import { BudgetExceeded, type Caller, createBudget, hasReserve, queuedCaller } from './budget.ts'
import { createEndpoints, readEndpointsFile } from './endpoints.ts'
import { findRegistry, type ParsedName, listedSuffixes, registryOf } from './endpoint-table.ts'
import {
  findAnswer,
  type LookupResult,
  type Registrar,
  createAnswerCache,
  createNameservers,
  type Nameservers,
} from './find-answer.ts'
import { createHealthLog, type SuffixHealth } from './suffix-health.ts'
import { createTransport } from './transport.ts'

export interface AvailabilityOptions {
  config: Pick<Config, 'AVAILABILITY_ENDPOINTS' | 'RATE_LIMIT_SCALE'>
  /** The setting `availability.endpoints`. */
  settings(): Promise<Endpoints>
  /** The endings that the shop sells. */
  sold?: () => Promise<readonly string[]>
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
export interface Dependencies {
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
interface PendingLookup {
  lookup: Lookup
  start: Promise<LookupStart>
}

type LookupStart = BudgetExceeded | { answer: Answer | Promise<Answer> }

const DEADLINE_MS = 2_500
/** The most lookups in progress. More are rejected immediately. */
const MAX_PENDING = 2_000
/** The most callers stored per lookup. They decide its position in a host's queue. */
const MAX_CALLERS = 50

/**
 * The engine that checks whether a name is free. It answers *available* only if it is sure.
 * @throws StartError when the operator's file of endpoints is invalid
 */
export function createAvailability(
  { config, settings, sold, now, log, registrar, onUnread }: AvailabilityOptions,
  dependencies: Partial<Dependencies> = {},
): Availability {
  const {
    clock = () => performance.now(),
    random = Math.random,
    nameservers = createNameservers(),
  } = dependencies
  const transport = dependencies.transport ?? createTransport()
  const file = readEndpointsFile(config.AVAILABILITY_ENDPOINTS)
  const endpoints = createEndpoints({
    file,
    setting: settings,
    ...(sold && { sold }),
    transport,
    log,
    ...dependencies,
  })
  const health = createHealthLog()
  const cache = createAnswerCache(clock, random)
  const budget = createBudget(config.RATE_LIMIT_SCALE)
  const pendingLookups = new Map<string, PendingLookup>()
  const registries = createRegistries({
    transport,
    toAscii: readAsciiName,
    clock,
    now,
    random,
    controlPrefix: 'kikoa-control-',
    onAlarm: (alarm) =>
      log.warn(alarm, 'a source does not know a name that is registered: its suffix is unknown'),
    onRecovery: ({ suffix, source, server }) =>
      log.info({ suffix, source, server }, 'a source knows its registered name again'),
    onError(problem, source, name, { entry }) {
      log.debug({ err: problem, name, source }, 'a registry gave no answer')
      health.problem(entry, { at: now().toISOString(), source, reason: problem.reason })
      if (problem.text?.trim()) onUnread?.({ suffix: entry, name, source, text: problem.text })
    },
  })
  const sources = { nameservers, queryRegistry: registries.query, registrar }

  const answerOf = (name: string, suffix: string, result: LookupResult): Answer => ({
    name,
    suffix,
    checkedAt: now().toISOString(),
    status: result.status,
    source: result.source,
    confirmed: result.confirmed,
  })
  const answerWithoutSource = (name: string, suffix: string, status: 'invalid' | 'error') =>
    answerOf(name, suffix, { status, source: null, confirmed: false })
  const refusedAnswer = (name: string, suffix: string, refusal: NameRefusal): Answer => ({
    ...answerOf(name, suffix, { status: statusOfRefusal(refusal), source: null, confirmed: false }),
    refusal,
  })

  async function runLookup(name: string, parsed: ParsedName, lookup: Lookup): Promise<Answer> {
    const { suffix, registry } = parsed
    const startedAt = clock()
    const remember = (answer: Answer) => {
      cache.set(answer)
      return answer
    }
    const result = await withDeadline(DEADLINE_MS, (signal) =>
      findAnswer(name, parsed, sources, lookup, signal, (late) =>
        remember(answerOf(name, suffix, { ...late, confirmed: false })),
      ),
    )
    if (registry)
      health.count(registry.entry, result !== undefined && result.status !== 'error', clock() - startedAt)
    if (result?.status === 'available' && !result.confirmed && isReservedWord(name, suffix))
      return remember(refusedAnswer(name, suffix, 'reserved-word'))
    if (result && result.status !== 'error') return remember(answerOf(name, suffix, result))
    // If no query was sent, the error is not cached, so that other callers can query.
    const failed = answerWithoutSource(name, suffix, 'error')
    return lookup.sent > 0 ? remember(failed) : failed
  }

  /**
   * Joins a lookup in progress or starts one, or returns why the caller's budget does not allow it.
   * Cached names and lookups in progress cost nothing.
   */
  async function joinOrStart(typed: string, { caller, fresh = false }: CheckOptions): Promise<LookupStart> {
    const name = readAsciiName(typed)
    if (!name) return { answer: answerWithoutSource(typed, '', 'invalid') }
    const known = fresh ? undefined : cache.get(name)
    if (known) return { answer: known }
    // An order has its own lookup, so that it does not wait in a visitor's queue position.
    const key = hasReserve(caller) ? `reserved ${name}` : name
    const pending = pendingLookups.get(key)
    if (pending) {
      if (pending.lookup.callers.length < MAX_CALLERS) pending.lookup.callers.push(queuedCaller(caller))
      const start = await pending.start
      return start instanceof BudgetExceeded ? joinOrStart(typed, { caller, fresh }) : start
    }
    const lookup: Lookup = { callers: [queuedCaller(caller)], sent: 0 }
    const start = startLookup(name, caller, lookup).catch((error: unknown): LookupStart => {
      log.error({ err: error, name }, 'a name could not be checked')
      return { answer: answerWithoutSource(name, '', 'error') }
    })
    const entry = { lookup, start }
    pendingLookups.set(key, entry)
    const remove = () => void (pendingLookups.get(key) === entry && pendingLookups.delete(key))
    const started = await start
    if (started instanceof BudgetExceeded) remove()
    else Promise.resolve(started.answer).then(remove, remove)
    return started
  }

  async function startLookup(name: string, caller: Caller, lookup: Lookup): Promise<LookupStart> {
    const parsed = findRegistry(name, await endpoints.tables())
    if (!parsed) return { answer: answerWithoutSource(name, '', 'invalid') }
    const refusal = refuseName(name, parsed.suffix)
    if (refusal) return { answer: refusedAnswer(name, parsed.suffix, refusal) }
    if (parsed.registry || registrar?.sells(parsed.suffix)) {
      const exceeded = await budget.consume(caller)
      if (exceeded) return exceeded
    }
    if (pendingLookups.size > MAX_PENDING && !hasReserve(caller))
      return { answer: answerWithoutSource(name, parsed.suffix, 'error') }
    const answer = runLookup(name, parsed, lookup).catch((error: unknown) => {
      log.error({ err: error, name }, 'a name could not be checked')
      return answerWithoutSource(name, parsed.suffix, 'error')
    })
    return { answer }
  }

  async function check(typed: string, options: CheckOptions): Promise<Answer> {
    const start = await joinOrStart(typed, options)
    if (start instanceof BudgetExceeded) throw start
    return start.answer
  }

  async function timed(name: string, caller: Caller) {
    const started = clock()
    const result = await check(name, { fresh: true, caller })
    return { ...result, ms: Math.round(clock() - started) }
  }

  return {
    check,

    async checkMany(label, endings, caller) {
      const starts = await Promise.all(
        [...new Set(endings)].map(async (ending) => ({
          ending,
          start: await joinOrStart(`${label}.${ending}`, { caller }),
        })),
      )
      const exceeded = starts.map((one) => one.start).filter((one) => one instanceof BudgetExceeded)
      if (exceeded[0] && exceeded.length === starts.length) throw exceeded[0]
      const open = new Map(
        starts.map(({ ending, start: one }) => {
          const answer =
            one instanceof BudgetExceeded
              ? answerWithoutSource(`${label}.${ending}`, ending, 'error')
              : one.answer
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
      return registries.alarms().filter(({ suffix, server }) => {
        const registry = findRegistry(`name.${suffix}`, tables)?.registry
        return registry?.rdap === server || registry?.whois === server
      })
    },

    async health() {
      const tables = await endpoints.tables()
      const suffixes = [...new Set([...listedSuffixes(tables), ...health.suffixes()])]
      return suffixes.flatMap((suffix) => {
        const registry = registryOf(suffix, tables)
        return registry ? { ...health.of(suffix, registry), breakers: registries.breakersOf(registry) } : []
      })
    },

    async test(suffix, caller) {
      const registry = registryOf(suffix, await endpoints.tables())
      if (!registry) return undefined
      const randomLabel = Math.floor(random() * 36 ** 8)
        .toString(36)
        .padStart(8, '0')
      const [registered, unheard] = await Promise.all([
        timed(registry.known[0]!, caller),
        timed(`kikoa-test-${randomLabel}.${suffix}`, caller),
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
