import { isDomainName } from './names/syntax.ts'

/** What a fact about a service is: some text, a host name, several of them, a host name or IP address, a port, an https address. */
export type FactKind = 'text' | 'host' | 'hosts' | 'server' | 'port' | 'url'

/** The facts of a product, by name. */
export type FactTable = Record<string, FactKind>

interface FactValues {
  text: string
  host: string
  hosts: string[]
  server: string
  port: number
  url: string
}

export type FactValue = FactValues[FactKind]

/** The facts about a service. One that is not known is absent. */
export type Facts = Record<string, FactValue>

/** The facts of a table, typed. */
export type FactsOf<Table extends FactTable> = { [Name in keyof Table]?: FactValues[Table[Name]] }

/** The most characters of a text or an address, and the most host names. */
export const FACT_MOST = { text: 200, url: 500, hosts: 13 }

const ipv4 = /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/
/** The characters and the number of groups. The address is for people to read. */
const ipv6 = /^(?=.*::|(?:[^:]*:){7}[^:]*$)(?!.*::.*::)(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}$/i

export const isAddress = (text: string) => ipv4.test(text) || ipv6.test(text)

/** Whether a text is an https address (RFC 3986) without a name or password in it. */
export function isHttps(text: string): boolean {
  const [, host] = /^https:\/\/([^\s/?#:@]+)(?::\d{1,5})?(?:[/?#][^\s"<>\\]*)?$/i.exec(text) ?? []
  return host !== undefined && (isDomainName(host.toLowerCase()) || ipv4.test(host))
}

const readers: { [Kind in FactKind]: (typed: string) => FactValues[Kind] | undefined } = {
  text: (typed) => (typed.length <= FACT_MOST.text && !/\p{Cc}/u.test(typed) ? typed : undefined),
  host: (typed) => (isDomainName(typed.toLowerCase()) ? typed.toLowerCase() : undefined),
  hosts(typed) {
    const names = [
      ...new Set(
        typed
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ]
    return names.length <= FACT_MOST.hosts && names.every(isDomainName) ? names : undefined
  },
  server: (typed) => readers.host(typed) ?? (isAddress(typed) ? typed.toLowerCase() : undefined),
  port: (typed) =>
    /^\d{1,5}$/.test(typed) && Number(typed) > 0 && Number(typed) < 65_536 ? Number(typed) : undefined,
  url: (typed) => (typed.length <= FACT_MOST.url && isHttps(typed) ? typed : undefined),
}

/** A fact from what a person typed. Undefined for an empty field, and null for what is no such fact. */
export function readFact(kind: FactKind, typed: string): FactValue | undefined | null {
  const text = typed.trim()
  return text === '' ? undefined : (readers[kind](text) ?? null)
}

/** A fact as it is typed and shown: several names have a line each. */
export const factText = (value: FactValue) => (Array.isArray(value) ? value.join('\n') : String(value))
