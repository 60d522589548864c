import type { Config } from '../../../platform/server/config/config.ts'
import type { Log } from '../../../platform/server/log/log.ts'
import type { Answer } from '../answer.ts'
import type { Endpoints } from '../endpoints.ts'
import { readAsciiName } from '../scripts.ts'
import { createEndpoints } from './endpoints/endpoints.ts'
import { readEndpointsFile } from './endpoints/file.ts'
import { findPlace, type Found, namedSuffixes, placeOf } from './endpoints/table.ts'
import { byDeadline, findOut, type Finished } from './find-out.ts'
import { createHealth } from './health.ts'
import { createHosts } from './hosts/hosts.ts'
import { createMemory } from './memory.ts'
import type { Registrar } from './registrar.ts'
import { createNameservers, type Nameservers } from './sources/dns.ts'
import { createRdap } from './sources/rdap.ts'
import { createRegistry } from './sources/registry.ts'
import { type SuffixHealth, suffixHealth } from './suffix-health.ts'
import { createTransport, type Transport } from './transport.ts'

export interface AvailabilityOptions {
  config: Pick<Config, 'AVAILABILITY_ENDPOINTS'>
  /** The setting `availability.endpoints`. */
  settings(): Promise<Endpoints>
  now(): Date
  log: Log
  registrar?: Registrar
}

/** What lies outside and tests put something else for. */
export interface World {
  transport: Transport
  nameservers: Nameservers
  /** Milliseconds that only go forwards. */
  clock(): number
  /** Between 0 and 1. */
  random(): number
  bootstrap: URL
}

export interface Availability {
  /**
   * Is this name free? Never throws, and answers within 2.5 s.
   * @param typed a domain name as somebody typed it
   * @param options `fresh` asks again whatever is remembered, as for an order
   */
  check(typed: string, options?: { fresh?: boolean }): Promise<Answer>
  /** A label with several endings: every answer as it arrives. */
  checkMany(label: string, endings: readonly string[]): AsyncGenerator<Answer, void>
  health(): Promise<SuffixHealth[]>
  /** Asks a suffix now for a name that is registered and for one that nobody has. */
  test(suffix: string): Promise<SuffixTest | undefined>
  /** Begins to keep IANA's list up to date. */
  start(): void
  stop(): Promise<void>
}

export interface SuffixTest {
  suffix: string
  registered: Answer & { ms: number }
  unheard: Answer & { ms: number }
  /** Both came out as they should. */
  ok: boolean
}

const DEADLINE_MS = 2_500
/** Names in the making; beyond these a question is turned away at once. */
const MOST_AT_ONCE = 2_000

/**
 * The engine that says whether a name is free: never *available* unless it knows.
 * @throws StartError where the operator's file of endpoints is wrong
 */
export function createAvailability(
  { config, settings, now, log, registrar }: AvailabilityOptions,
  world: Partial<World> = {},
): Availability {
  const { clock = () => performance.now(), random = Math.random, nameservers = createNameservers() } = world
  const transport = world.transport ?? createTransport()
  const file = readEndpointsFile(config.AVAILABILITY_ENDPOINTS)
  const endpoints = createEndpoints({ file, setting: settings, transport, log, ...world })
  const hosts = createHosts(clock)
  const health = createHealth()
  const memory = createMemory(clock, random)
  const flights = new Map<string, Promise<Answer>>()
  const askRegistry = createRegistry({
    hosts,
    transport,
    askRdap: createRdap({ transport, now, clock }),
    onProblem(problem, source, name, { entry }) {
      log.debug({ err: problem, name, source }, 'a registry gave no answer')
      health.problem(entry, { at: now().toISOString(), source, reason: problem.reason })
    },
  })
  const sources = { nameservers, askRegistry, registrar }

  const answer = (name: string, suffix: string, { status, source, confirmed }: Finished): Answer => {
    const made: Answer = { name, suffix, status, source, checkedAt: now().toISOString(), confirmed }
    memory.set(made)
    return made
  }

  async function fly(name: string, found: Found): Promise<Answer> {
    const { suffix, place } = found
    const started = clock()
    const finished = await byDeadline(DEADLINE_MS, (signal) =>
      findOut(name, found, sources, signal, (late) => answer(name, suffix, { ...late, confirmed: false })),
    )
    if (place)
      health.count(place.entry, finished !== undefined && finished.status !== 'error', clock() - started)
    return answer(name, suffix, finished ?? { status: 'error', source: null, confirmed: false })
  }

  async function check(typed: string, { fresh = false } = {}): Promise<Answer> {
    const bare = (name: string, suffix: string, status: 'invalid' | 'error') =>
      answer(name, suffix, { status, source: null, confirmed: false })
    const name = readAsciiName(typed)
    if (!name) return bare(typed, '', 'invalid')
    const known = fresh ? undefined : memory.get(name)
    if (known) return known
    const flying = flights.get(name)
    if (flying) return flying
    const flight = (async () => {
      const found = findPlace(name, await endpoints.tables())
      if (!found) return bare(name, '', 'invalid')
      if (flights.size > MOST_AT_ONCE) return bare(name, found.suffix, 'error')
      return fly(name, found)
    })()
      .catch((error: unknown) => {
        log.error({ err: error, name }, 'a name could not be checked')
        return bare(name, '', 'error')
      })
      .finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  async function timed(name: string) {
    const started = clock()
    const result = await check(name, { fresh: true })
    return { ...result, ms: Math.round(clock() - started) }
  }

  return {
    check,

    async *checkMany(label, endings) {
      const open = new Map(
        [...new Set(endings)].map((ending) => [
          ending,
          check(`${label}.${ending}`).then((made) => ({ ending, made })),
        ]),
      )
      while (open.size > 0) {
        const { ending, made } = await Promise.race(open.values())
        open.delete(ending)
        yield made
      }
    },

    async health() {
      const tables = await endpoints.tables()
      const suffixes = [...new Set([...namedSuffixes(tables), ...health.suffixes()])]
      return suffixes.flatMap(
        (suffix) => suffixHealth(placeOf(suffix, tables), health.of(suffix), hosts) ?? [],
      )
    },

    async test(suffix) {
      const place = placeOf(suffix, await endpoints.tables())
      if (!place) return undefined
      const chance = Math.floor(random() * 36 ** 8)
        .toString(36)
        .padStart(8, '0')
      const [registered, unheard] = await Promise.all([
        timed(place.known),
        timed(`kikoa-test-${chance}.${suffix}`),
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
