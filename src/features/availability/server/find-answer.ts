import type { Found } from './endpoints/table.ts'
import type { Lookup } from './host-queue.ts'
import { Problem } from './problem.ts'
import type { Nameservers } from './sources/dns.ts'
import type { AskRegistry, Finding } from './sources/registry.ts'
import type { AnswerStatus } from '../answer.ts'

interface Sources {
  nameservers: Nameservers
  askRegistry: AskRegistry
  registrar: Registrar | undefined
}

/** What was found out of a name, and whether a registrar stands behind it. */
export interface Finished {
  status: Finding['status']
  source: Finding['source'] | null
  confirmed: boolean
}

/** How long "available" waits for nameservers: a delegation contradicts it. */
const DNS_MS = 400

/**
 * Finds out about a name from everyone who may know, all at once where it saves time: nameservers shortcut to taken
 * and to nothing else; then the registry; then the registrar's own check where there is one.
 * @param onLate told what came after the answer and is worth more
 */
export async function findOut(
  name: string,
  { suffix, place }: Found,
  { nameservers, askRegistry, registrar }: Sources,
  lookup: Lookup,
  signal: AbortSignal,
  onLate: (finding: Finding) => void,
): Promise<Finished> {
  let delegated: Finding | undefined
  const byDns = nameservers(name).then((found) => {
    if (found.length > 0) delegated = { status: 'taken', source: 'dns' }
    return delegated
  })
  const byRegistry = place ? askRegistry(name, { suffix, place }, lookup, signal) : Promise.resolve(undefined)
  const first = await firstDefined([byDns, byRegistry])
  if (first?.source === 'dns')
    byRegistry.then((late) => late && keepsTaken.has(late.status) && onLate(late)).catch(() => {})
  const found = first && offers.has(first.status) ? ((await within(DNS_MS, byDns)) ?? first) : first

  const seller = registrar?.sells(suffix) ? registrar : undefined
  const unsure = !found || found.status === 'available'
  const word =
    unsure && !signal.aborted ? await seller?.check(name, signal).catch(() => undefined) : undefined
  if (word) return { status: word, source: 'registrar', confirmed: true }
  if (found && offers.has(found.status)) {
    if (delegated) return { ...delegated, confirmed: false }
    // Nameservers that answer even later end the memory of a free name.
    byDns.then((late) => late && onLate(late)).catch(() => {})
  }
  if (found) return { ...found, confirmed: false }
  return { status: place || seller ? 'error' : 'unsupported', source: null, confirmed: false }
}

/** What a customer may have for money. */
const offers = new Set(['available', 'premium'])

/** What may take the place of "taken" by nameservers. */
const keepsTaken = new Set(['taken', 'redemption', 'reserved'])

/** The first of several answers that says something; undefined when none did. */
function firstDefined<T>(answers: Promise<T | undefined>[]): Promise<T | undefined> {
  return new Promise((done, fail) => {
    for (const answer of answers) answer.then((said) => said !== undefined && done(said), fail)
    Promise.all(answers).then(() => done(undefined), fail)
  })
}

/** What comes within a time; undefined where nothing did. */
async function within<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), ms)
  })
  try {
    return await Promise.race([coming, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Does something within a time, whatever it does. @returns undefined when the time is over */
export async function byDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const control = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((done) => {
    timer = setTimeout(() => {
      control.abort(new Problem('timeout'))
      done(undefined)
    }, ms)
  })
  const working = work(control.signal)
  // Who comes too late is not listened to any more.
  working.catch(() => {})
  try {
    return await Promise.race([working, over])
  } finally {
    // Late answers may still come in until the time is over, and then nothing is left running.
    if (!control.signal.aborted) timer?.unref()
  }
}

/** What a registrar can say of a name; where it can't tell it throws. */
export type RegistrarWord = Exclude<AnswerStatus, 'invalid' | 'unsupported' | 'error'>

/**
 * Where the shop registers names, with its own account: over EPP or a registrar's HTTP interface. It is asked last,
 * to confirm what the registry says is free, and where the registry says nothing.
 */
export interface Registrar {
  /** For the log and the admins. */
  name: string
  sells(suffix: string): boolean
  /**
   * @param name in ASCII
   * @param signal aborted at the name's deadline
   */
  check(name: string, signal: AbortSignal): Promise<RegistrarWord>
}
