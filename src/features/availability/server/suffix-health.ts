import type { Origin, Place } from './endpoints/table.ts'
import type { Record } from './health.ts'
import type { BreakerState } from './hosts/breaker.ts'
import type { Hosts } from './hosts/hosts.ts'
import { kindOf, rdapHost } from './sources/registry.ts'

/** How a suffix answers, for the admins. */
export interface SuffixHealth {
  suffix: string
  rdap: string | null
  whois: string | null
  /** Who named the endpoint. */
  origin: Origin
  /** Of the last hundred questions. */
  asked: number
  success_rate: number | null
  /** In milliseconds. */
  latency: { median: number; slowest: number } | null
  breakers: { source: 'rdap' | 'whois'; state: BreakerState }[]
  last_problem: { at: string; source: 'rdap' | 'whois'; reason: string } | null
}

export function suffixHealth(
  place: Place | undefined,
  { asked, answered, median, slowest, lastProblem }: Record,
  hosts: Hosts,
): SuffixHealth | undefined {
  if (!place) return undefined
  const { entry, rdap = null, whois = null, origin } = place
  const breakers: SuffixHealth['breakers'] = []
  if (rdap) breakers.push({ source: 'rdap', state: hosts.stateOf(rdapHost(rdap), kindOf(place, 'rdap')) })
  if (whois) breakers.push({ source: 'whois', state: hosts.stateOf(whois, kindOf(place, 'whois')) })
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
    breakers,
    last_problem: lastProblem,
  }
}
