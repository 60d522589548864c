import { isDomainName } from './names/syntax.ts'

/**
 * What a fact about a service is: some text, a host name, several of them, a host name or IP address, an IP address, a port,
 * how a mail server encrypts, an https address.
 */
export type FactKind = 'text' | 'host' | 'hosts' | 'server' | 'ip' | 'port' | 'security' | 'url'

/** TLS from the first byte, or after the STARTTLS command (RFC 8314). */
export const securities = ['tls', 'starttls'] as const
export type Security = (typeof securities)[number]

/** As mail programs call it, in every language. */
export const securityNames: Record<Security, string> = { tls: 'SSL/TLS', starttls: 'STARTTLS' }

/** The facts of a product, by name. */
export type FactTable = Record<string, FactKind>

interface FactValues {
  text: string
  host: string
  hosts: string[]
  server: string
  ip: string
  port: number
  security: Security
  url: string
}

export type FactValue = FactValues[FactKind]

/** The facts about a service. One that is not known is absent. */
export type Facts = Record<string, FactValue>

/** Facts of which some may be absent. */
export type SomeFacts = Readonly<Record<string, FactValue | undefined>>

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
  ip: (typed) => (isAddress(typed) ? typed.toLowerCase() : undefined),
  security: (typed) => securities.find((one) => one === typed.toLowerCase()),
  port: (typed) =>
    /^\d{1,5}$/.test(typed) && Number(typed) > 0 && Number(typed) < 65_536 ? Number(typed) : undefined,
  url: (typed) => (typed.length <= FACT_MOST.url && isHttps(typed) ? typed : undefined),
}

/** A fact from what a person typed. Undefined for an empty field, and null for what is no such fact. */
export function readFact(kind: FactKind, typed: string): FactValue | undefined | null {
  const text = typed.trim()
  return text === '' ? undefined : (readers[kind](text) ?? null)
}

/** Whether facts have what a customer needs to use a service: all of one of the lists. */
export const hasNeeded = (
  { needs }: { needs: readonly (readonly string[])[] },
  facts: Readonly<Record<string, unknown>>,
) => needs.length === 0 || needs.some((names) => names.every((name) => facts[name] !== undefined))

/** A fact as it is shown. */
export const shownFact = (kind: FactKind, value: FactValue) =>
  kind === 'security' ? securityNames[value as Security] : factText(value)

/** A fact as it is typed and shown: several names have a line each. */
export const factText = (value: FactValue) => (Array.isArray(value) ? value.join('\n') : String(value))
