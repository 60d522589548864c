import { lookup } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { RegistryError } from '../errors.ts'
import { withDeadline } from '../network/deadline.ts'
import { openTransport } from '../network/transport.ts'
import type { Alarm } from '../sources/proofs.ts'
import { createRegistries, type Finding } from '../sources/registries.ts'
import { knownTo } from './registries.ts'

/** The servers of each suffix. Without known names they get the name that every fake registry knows. */
export type Servers = Record<string, { rdap?: string; whois?: string; known?: string[] }>

export interface Asking {
  /** Asks about a name as an application does. `error` if no source gave an answer in time. */
  check(typed: string): Promise<{ status: Finding['status'] | 'error'; source: Finding['source'] | null }>
  alarms(): Alarm[]
  /** Why sources gave no answer, in order. */
  problems: string[]
  /** Sets the clock ahead. */
  pass(ms: number): void
  /** A test may change it at any time. */
  servers: Servers
  stop(): Promise<void>
}

/** Longer than an application should wait, for slow machines. */
const DEADLINE_MS = 10_000

/** Registries for one test. Their clock does not advance, and their random number is 0.5 by default. */
export function askRegistries(
  servers: Servers,
  { random = () => 0.5, ca }: { random?: (() => number) | undefined; ca?: string } = {},
): Asking {
  let ms = 0
  const transport = openTransport({
    ca,
    userAgent: 'test',
    addressesOf: (host) =>
      lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch((cause: unknown) => {
        throw new RegistryError('no-connection', { cause })
      }),
  })
  const problems: string[] = []
  const registries = createRegistries({
    transport,
    toAscii: domainToASCII,
    clock: () => ms,
    now: () => new Date(Date.UTC(2030, 0, 1) + ms),
    random,
    controlPrefix: 'sample-control-',
    onAlarm: () => {},
    onRecovery: () => {},
    onError: ({ reason }) => void problems.push(reason),
  })
  const asking: Asking = {
    servers,
    problems,
    pass: (by) => void (ms += by),
    alarms: () => registries.alarms(),
    stop: () => transport.close(),
    async check(typed) {
      const name = domainToASCII(typed)
      const suffix = name.slice(name.indexOf('.') + 1)
      const { known = [knownTo(suffix)], ...found } = asking.servers[suffix]!
      const registry = { entry: suffix, known, isOperators: true, ...found }
      const lookup = { callers: [{ account: 'somebody', hasReserve: false }], sent: 0 }
      const answer = await withDeadline(DEADLINE_MS, (signal) =>
        registries.query(name, { suffix, registry }, lookup, signal),
      )
      return answer ?? { status: 'error', source: null }
    },
  }
  return asking
}
