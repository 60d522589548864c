import { LRUCache } from 'lru-cache'
import type { Origin, Registry } from './endpoint-table.ts'
import type { FailureReason, Registries } from '@kikoa/registry-answers'

type Source = 'rdap' | 'whois'

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
  /** Of the answered questions, in milliseconds. */
  latency: { median: number; slowest: number } | null
  breakers: ReturnType<Registries['breakersOf']>
  last_problem: { at: string; source: Source; reason: FailureReason } | null
}

/** Questions stored per suffix. */
const MAX_QUERIES = 100
const MAX_SUFFIXES = 500

interface SuffixRecord {
  /** Milliseconds of each question; null without an answer. */
  last: (number | null)[]
  problem: SuffixHealth['last_problem']
}

/** Counts how the suffixes answer. Cached answers don't count. */
export function createHealthLog() {
  const rows = new LRUCache<string, SuffixRecord>({ max: MAX_SUFFIXES })
  function rowOf(suffix: string) {
    const row = rows.get(suffix) ?? { last: [], problem: null }
    rows.set(suffix, row)
    return row
  }
  return {
    count(suffix: string, ok: boolean, ms: number) {
      const { last } = rowOf(suffix)
      last.push(ok ? ms : null)
      if (last.length > MAX_QUERIES) last.shift()
    },
    problem(suffix: string, problem: NonNullable<SuffixHealth['last_problem']>) {
      rowOf(suffix).problem = problem
    },
    suffixes: () => [...rows.keys()],
    of(suffix: string, registry: Registry): Omit<SuffixHealth, 'breakers'> {
      const { last, problem } = rows.peek(suffix) ?? { last: [], problem: null }
      const times = last.filter((ms) => ms !== null).toSorted((a, b) => a - b)
      const { entry, rdap = null, whois = null, origin } = registry
      return {
        suffix: entry,
        rdap,
        whois,
        origin,
        asked: last.length,
        success_rate: last.length ? times.length / last.length : null,
        latency: times.length
          ? { median: Math.round(times[times.length >> 1]!), slowest: Math.round(times.at(-1)!) }
          : null,
        last_problem: problem,
      }
    },
  }
}
