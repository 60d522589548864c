import { readWhois } from '../../classify.ts'
import type { AnswerSource, AnswerStatus } from '../../answer.ts'
import { readAsciiName, toReadableName } from '../../scripts.ts'
import type { Place } from '../endpoints/table.ts'
import type { HostKind, Hosts } from '../hosts/hosts.ts'
import { Problem } from '../problem.ts'
import type { Transport } from '../transport.ts'
import type { createRdap } from './rdap.ts'
import { askWhois } from './whois.ts'

export interface Finding {
  status: AnswerStatus
  source: AnswerSource
}

export interface RegistryOptions {
  hosts: Hosts
  transport: Transport
  askRdap: ReturnType<typeof createRdap>
  /** Told of every source that gave no answer. */
  onProblem(problem: Problem, source: 'rdap' | 'whois', name: string, place: Place): void
}

/** RDAP's part of the time where WHOIS stands behind it. */
const RDAP_MS = 1_500

/** The host that an address of the table leads to, as its bucket and breaker know it. */
export const rdapHost = (base: string) => new URL(base).host
export const kindOf = ({ origin }: Place, source: 'rdap' | 'whois'): HostKind =>
  origin === 'setting' || origin === 'file' ? 'operator' : source
const byOperator = (place: Place) => kindOf(place, 'rdap') === 'operator'

/**
 * Asks a name's registry: by RDAP, and by WHOIS only where RDAP is missing or said nothing that can be relied on.
 * Undefined where neither said anything.
 */
export function createRegistry({ hosts, transport, askRdap, onProblem }: RegistryOptions) {
  async function rdap(name: string, place: Place, base: string, signal: AbortSignal): Promise<AnswerStatus> {
    const question = { base, anywhere: byOperator(place), name, known: place.known, signal }
    return hosts.ask(rdapHost(base), kindOf(place, 'rdap'), signal, () => askRdap(question))
  }

  async function whois(
    name: string,
    place: Place,
    server: string,
    signal: AbortSignal,
  ): Promise<AnswerStatus> {
    return hosts.ask(server, kindOf(place, 'whois'), signal, async () => {
      const text = await askWhois(transport, { server, anywhere: byOperator(place), name, signal })
      return statusOf(text, name, place.entry)
    })
  }

  return async function askRegistry(
    name: string,
    place: Place,
    signal: AbortSignal,
  ): Promise<Finding | undefined> {
    const attempt = async (source: 'rdap' | 'whois', status: Promise<AnswerStatus>) => {
      try {
        return { status: await status, source }
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem('not-understood', { cause: error })
        onProblem(problem, source, name, place)
        return undefined
      }
    }
    if (place.rdap) {
      const share = within(signal, place.whois ? RDAP_MS : undefined)
      const found = await attempt('rdap', rdap(name, place, place.rdap, share.signal))
      share.end()
      if (found) return found
    }
    if (!place.whois || signal.aborted) return undefined
    return attempt('whois', whois(name, place, place.whois, signal))
  }
}

/** What a WHOIS text comes to. @throws Problem for one that says nothing of this name */
function statusOf(text: string, name: string, suffix: string): AnswerStatus {
  const readable = toReadableName(name)
  const { verdict, hold, about } = readWhois(
    readable === name ? text : inAscii(text, readable, name),
    suffix,
    name,
  )
  if (verdict === 'unknown') throw new Problem('not-understood')
  if (verdict === 'available') return 'available'
  if (about && readAsciiName(about) !== name) throw new Problem('other-name')
  return hold ?? 'taken'
}

/** Some servers answer with the name in its own script. */
const inAscii = (text: string, readable: string, name: string) =>
  text.replace(new RegExp(readable.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), name)

/** A signal that follows another one and ends by itself. */
function within(parent: AbortSignal, ms: number | undefined) {
  const control = new AbortController()
  const follow = () => control.abort(parent.reason)
  if (parent.aborted) follow()
  parent.addEventListener('abort', follow)
  const timer = ms === undefined ? undefined : setTimeout(() => control.abort(new Problem('timeout')), ms)
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer)
      parent.removeEventListener('abort', follow)
    },
  }
}

export type AskRegistry = ReturnType<typeof createRegistry>
