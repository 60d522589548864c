import type { DriverName } from '../../../drivers.ts'
import { domainsReseller } from '../domains-reseller/driver.ts'
import { stubName } from '../domains-reseller/stub/stub-books.ts'
import { startStub as startDomainsReseller } from '../domains-reseller/stub/stub.ts'
import type { DriverKind } from '../driver.ts'
import { openprovider } from '../openprovider/driver.ts'
import { startStub as startOpenprovider } from '../openprovider/stub/stub.ts'
import { resellerCoTz } from '../reseller-co-tz/driver.ts'
import { startStub as startResellerCoTz } from '../reseller-co-tz/testing/stub.ts'

/** A stub provider as the tests see it that run every driver. */
export interface ProviderStub {
  /** `host:port`, and the base address of an account at it. */
  host: string
  url: string
  username: string
  key: string
  /** Puts an unlocked name into the account, with the nameservers `ns1.mine.example` and `ns2.mine.example`. */
  give(name: string): void
  /** How often it has changed something of a name, in its own books. */
  actsOn(name: string): number
  /** Until when it has a name. */
  expiryOf(name: string): Date | null
  /** The code with which a name of the account is transferred away. */
  codeOf(name: string): string
  close(): Promise<void>
}

export interface DriverRow {
  kind: DriverKind
  /** An ending that its stub sells, and no other row has: one account serves an ending. */
  ending: string
  /** The currency of an account at its stub. */
  currency: string
  /** The transfer code that its stub takes. */
  code: string
  start(): Promise<ProviderStub>
  /** A refusal, as the provider writes it. */
  refusal(words: string): { status: number; body: object }
}

const NAMESERVERS = ['ns1.mine.example', 'ns2.mine.example']

/** Every driver that calls a provider. What a driver has to withstand is tested with each row. */
export const driverRows: Record<Exclude<DriverName, 'manual'>, DriverRow> = {
  'domains-reseller': {
    kind: domainsReseller,
    ending: 'com',
    currency: 'USD',
    code: 'Xk9$&q<7',
    start: async () => likeIt(await startDomainsReseller()),
    refusal: (words) => ({ status: 200, body: { error: words } }),
  },
  'reseller-co-tz': {
    kind: resellerCoTz,
    ending: 'co.tz',
    currency: 'TZS',
    code: 'EPP-code-1',
    async start() {
      const key = 'live+key/1='
      const { target, url, books, journal, close } = await startResellerCoTz({ key })
      return {
        host: target,
        url,
        username: '',
        key,
        give: (name) =>
          void books.names.set(name, {
            status: 'active',
            expires_at: stubName(name).expires_at,
            nameservers: NAMESERVERS,
            is_locked: false,
            is_private: false,
            registrant: null,
            code: stubName(name).code,
          }),
        actsOn: (name) => journal.filter((one) => one.name === name).length,
        expiryOf: (name) => books.names.get(name)!.expires_at,
        codeOf: (name) => books.names.get(name)!.code,
        close,
      }
    },
    refusal: (words) => ({
      status: 422,
      body: { success: false, message: words, data: null, errors: { epp_code: [words] } },
    }),
  },
  openprovider: {
    kind: openprovider,
    ending: 'tz',
    currency: 'USD',
    code: 'Xk9$&q<7',
    start: async () => likeIt(await startOpenprovider()),
    refusal: (words) => ({ status: 500, body: { code: 301, desc: words } }),
  },
}

type SharedBooks = Awaited<ReturnType<typeof startDomainsReseller | typeof startOpenprovider>>

/** A stub with the books that two of them share. */
const likeIt = ({ host, url, username, key, books, journal, close }: SharedBooks): ProviderStub => ({
  host,
  url,
  username,
  key,
  give: (name) => void books.names.set(name, stubName(name, { isLocked: false, nameservers: NAMESERVERS })),
  actsOn: (name) => journal.filter(({ target, did }) => target === name && did).length,
  expiryOf: (name) => books.names.get(name)!.expires_at,
  codeOf: (name) => books.names.get(name)!.code,
  close,
})
