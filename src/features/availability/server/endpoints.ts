import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { withDeadline } from '../../../server/deadline.ts'
import type { Log } from '../../../server/log.ts'
import { type Endpoints, endpointsShape } from '../../settings/registry-endpoints.ts'
import { type Transport, RegistryError } from '@kikoa/registry-answers'
import { type Tables, normalizeEndpoints } from './endpoint-table.ts'
import { StartError } from '../../../server/start-error.ts'

const DAY_MS = 24 * 60 * 60_000
/** The wait after a failed fetch of the list. */
const RETRY_MS = 60 * 60_000
/** A slow database must not delay the registries. */
const SETTING_MS = 300

interface Options {
  file: Endpoints
  /** The shop's setting. It is read before every question. */
  setting(): Promise<Endpoints>
  /** The endings that the shop sells. */
  sold?: () => Promise<readonly string[]>
  transport: Transport
  log: Log
  bootstrap?: URL
}

/** The tables of endpoints, updated daily. */
export function createEndpoints({ file, setting, sold, transport, log, bootstrap }: Options) {
  let listed: ReadonlyMap<string, string> = new Map()
  let last: { setting: Endpoints; sold: readonly string[] } = { setting: {}, sold: [] }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let isSettingLost = false

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

  async function refreshDaily() {
    const wait = (await refresh()) ? DAY_MS : RETRY_MS
    if (!stopped) timer = setTimeout(() => void refreshDaily(), wait).unref()
  }

  return {
    /** The current tables. If the setting can't be read, the last one that was read is used. */
    async tables(): Promise<Tables> {
      try {
        const [endpoints, endings] = await withDeadline(SETTING_MS, Promise.all([setting(), sold?.()]))
        last = { setting: normalizeEndpoints(endpoints), sold: endings ?? [] }
        isSettingLost = false
      } catch (error) {
        if (!isSettingLost)
          log.warn({ err: error }, 'the endpoints of the settings could not be read: the last ones hold')
        isSettingLost = true
      }
      return { ...last, file, bootstrap: listed }
    },
    refresh,
    /** Reads IANA's list now and then once a day. */
    start: () => void refreshDaily(),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** IANA's list of the RDAP servers of domains (RFC 9224 §4). */
const BOOTSTRAP = new URL('https://data.iana.org/rdap/dns.json')
const MAX_BYTES = 4 * 1024 * 1024
const FETCH_MS = 20_000

const registry = z.object({
  version: z.literal('1.0'),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})

/**
 * Reads the RDAP bases by suffix from IANA's list. Only https counts, so that an attacker on the network can't redirect
 * questions.
 * @throws RegistryError `not-understood` for any other text
 */
export function readBootstrap(text: string): Map<string, string> {
  const bases = new Map<string, string>()
  try {
    for (const [suffixes, urls] of z.parse(registry, JSON.parse(text)).services) {
      const base = urls.find(
        (url) => URL.canParse(url) && /^https:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/i.test(url),
      )
      if (!base) continue
      for (const suffix of suffixes)
        if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(suffix)) bases.set(suffix.toLowerCase(), base)
    }
  } catch (cause) {
    throw new RegistryError('not-understood', { cause })
  }
  return bases
}

/**
 * Fetches IANA's list.
 * @throws RegistryError when that fails
 */
async function fetchBootstrap(transport: Transport, from = BOOTSTRAP): Promise<Map<string, string>> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(new RegistryError('timeout')), FETCH_MS)
  try {
    const { status, body } = await transport.get(from, {
      signal: control.signal,
      allowPrivate: false,
      accept: 'application/json',
      maxBytes: MAX_BYTES,
    })
    if (status !== 200) throw new RegistryError('not-understood')
    return readBootstrap(body.toString('utf8'))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads the operator's endpoints from the file that `AVAILABILITY_ENDPOINTS` names.
 * @throws StartError with one sentence that describes the mistake
 */
export function readEndpointsFile(path: string | undefined): Endpoints {
  if (!path) return {}
  const wrong = (why: string, cause?: unknown) =>
    new StartError(`The setting AVAILABILITY_ENDPOINTS is wrong: ${why}.`, { cause })
  let text: unknown
  try {
    text = JSON.parse(readFileSync(resolve(path), 'utf8'))
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? `${path} is not JSON` : `${path} can't be read`, error)
  }
  const read = z.safeParse(endpointsShape, text)
  if (read.success) return normalizeEndpoints(read.data)
  const { path: at, code, message: said } = read.error.issues[0]!
  const message =
    code === 'custom' || code === 'invalid_format'
      ? said
      : 'is not of the form {"suffix":{"rdap":"…","whois":"…","known":["…"]}}'
  throw wrong(`${path}: ${at.map(String).join('.') || 'the whole'} ${message}`)
}
