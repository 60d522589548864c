import { LRUCache } from 'lru-cache'
import type { Origin, Registry } from './endpoint-table.ts'
import type { FailureReason, Registries } from '@kikoa/registry-answers'

/** How a suffix answers, for the admins. */
export interface SuffixHealth {
  suffix: string
  rdap: string | null
  whois: string | null
  /** Who named the endpoint. */
  origin: Origin
  /** Counts the last hundred questions. */
  asked: number
  success_rate: number | null
  /** In milliseconds. */
  latency: { median: number; slowest: number } | null
  breakers: ReturnType<Registries['breakersOf']>
  last_problem: { at: string; source: 'rdap' | 'whois'; reason: string } | null
}

export function suffixHealth(
  registry: Registry | undefined,
  { asked, answered, median, slowest, lastProblem }: SuffixRecord,
  registries: Pick<Registries, 'breakersOf'>,
): SuffixHealth | undefined {
  if (!registry) return undefined
  const { entry, rdap = null, whois = null, origin } = registry
  return {
    suffix: entry,
    rdap,
    whois,
    origin,
    asked,
    success_rate: asked ? answered / asked : null,
    latency:
      median === null || slowest === null
        ? null
        : { median: Math.round(median), slowest: Math.round(slowest) },
    breakers: registries.breakersOf(registry),
    last_problem: lastProblem,
  }
}

/** Questions stored per suffix. */
const MAX_QUERIES = 100
const MAX_SUFFIXES = 500

interface SuffixRecord {
  /** The number of questions, at most the last hundred, and how many of them got an answer. */
  asked: number
  answered: number
  /** Milliseconds of the answered questions. */
  median: number | null
  slowest: number | null
  lastProblem: { at: string; source: 'rdap' | 'whois'; reason: FailureReason } | null
}

/** Counts how the suffixes answer. Cached answers don't count. */
export function createHealthLog() {
  const rows = new LRUCache<
    string,
    { last: { ok: boolean; ms: number }[]; problem: SuffixRecord['lastProblem'] }
  >({
    max: MAX_SUFFIXES,
  })
  const rowOf = (suffix: string) => {
    const row = rows.get(suffix) ?? { last: [], problem: null }
    rows.set(suffix, row)
    return row
  }
  return {
    count(suffix: string, ok: boolean, ms: number) {
      const { last } = rowOf(suffix)
      last.push({ ok, ms })
      if (last.length > MAX_QUERIES) last.shift()
    },
    problem(suffix: string, problem: NonNullable<SuffixRecord['lastProblem']>) {
      rowOf(suffix).problem = problem
    },
    suffixes: () => [...rows.keys()],
    of(suffix: string): SuffixRecord {
      const { last, problem } = rows.peek(suffix) ?? { last: [], problem: null }
      const times = last.filter(({ ok }) => ok).map(({ ms }) => ms)
      times.sort((a, b) => a - b)
      return {
        asked: last.length,
        answered: times.length,
        median: times[Math.floor(times.length / 2)] ?? null,
        slowest: times.at(-1) ?? null,
        lastProblem: problem,
      }
    },
  }
}
