import type { Log } from '../../../../server/log/log.ts'
import type { Endpoints } from '../../../settings/registry-endpoints.ts'
import type { Transport } from '../transport.ts'
import { fetchBootstrap } from './bootstrap.ts'
import { type Tables, tidy } from './table.ts'

const DAY_MS = 24 * 60 * 60_000
/** Where the list could not be had. */
const SOONER_MS = 60 * 60_000
/** A database that is slow must not hold up the registries. */
const SETTING_MS = 300

interface Options {
  file: Endpoints
  /** The shop's setting, read before every question. */
  setting(): Promise<Endpoints>
  transport: Transport
  log: Log
  bootstrap?: URL
}

/** The tables of endpoints, kept up to date. */
export function createEndpoints({ file, setting, transport, log, bootstrap }: Options) {
  let listed: ReadonlyMap<string, string> = new Map()
  let last: Endpoints = {}
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let lost = false

  async function refresh() {
    try {
      listed = await fetchBootstrap(transport, bootstrap)
      log.debug({ suffixes: listed.size }, "IANA's list of RDAP servers is read")
      return true
    } catch (error) {
      log.info({ err: error }, "IANA's list of RDAP servers could not be read: the known ones stay")
      return false
    }
  }

  async function keep() {
    const wait = (await refresh()) ? DAY_MS : SOONER_MS
    if (!stopped) timer = setTimeout(() => void keep(), wait).unref()
  }

  return {
    /** As they are now. Where the setting can't be read, the last one read holds. */
    async tables(): Promise<Tables> {
      try {
        last = tidy(await within(SETTING_MS, setting()))
        lost = false
      } catch (error) {
        if (!lost)
          log.warn({ err: error }, 'the endpoints of the settings could not be read: the last ones hold')
        lost = true
      }
      return { setting: last, file, bootstrap: listed }
    },
    refresh,
    /** Reads IANA's list now and once a day. */
    start: () => void keep(),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
