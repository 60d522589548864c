import { createRequire } from 'node:module'
import type { Reader, Response } from 'maxmind'

const require = createRequire(import.meta.url)
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
/** Some megabytes are not kept for the rare look at one's own sessions. */
const KEPT_MS = 60_000

type Countries = Reader<{ country_code?: string } & Response>

let opened: Promise<Countries> | undefined

/** The country (ISO 3166-1 alpha-2) that an address is registered in, by the packaged table; null where it is none. */
export async function countryOf(ip: string | null): Promise<string | null> {
  if (!ip) return null
  opened ??= open()
  return (await opened).get(ip)?.country_code ?? null
}

async function open(): Promise<Countries> {
  setTimeout(() => (opened = undefined), KEPT_MS).unref()
  const maxmind = await import('maxmind')
  return maxmind.open(require.resolve(FILE))
}
