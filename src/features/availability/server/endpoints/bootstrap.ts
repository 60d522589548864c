import * as z from 'zod/mini'
import { Problem } from '../problem.ts'
import type { Transport } from '../transport.ts'

/** Where IANA lists the RDAP servers of domains (RFC 9224 §4). */
export const BOOTSTRAP = new URL('https://data.iana.org/rdap/dns.json')
const MOST_BYTES = 4 * 1024 * 1024
const MOST_MS = 20_000

const registry = z.object({
  version: z.literal('1.0'),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})

/**
 * RDAP bases by suffix out of IANA's list. Https alone counts: whoever changes the list on its way must not send
 * questions anywhere.
 * @throws Problem `not-understood` for what is no such list
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
    throw new Problem('not-understood', { cause })
  }
  return bases
}

/** Fetches IANA's list. @throws Problem where it can't be had. */
export async function fetchBootstrap(transport: Transport, from = BOOTSTRAP): Promise<Map<string, string>> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(new Problem('timeout')), MOST_MS)
  try {
    const { status, body } = await transport.get(from, {
      signal: control.signal,
      anywhere: false,
      accept: 'application/json',
      most: MOST_BYTES,
    })
    if (status !== 200) throw new Problem('not-understood')
    return readBootstrap(body.toString('utf8'))
  } finally {
    clearTimeout(timer)
  }
}
