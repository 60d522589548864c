import { capabilities } from '../../../drivers.ts'
import type { DriverAccount, DriverKind, Info, Outcome, RegistrarDriver } from '../driver.ts'
import { cleaner, type ProviderCall } from '../provider-call.ts'
import { dataOf, outcomeOf, type Read } from './answers.ts'
import { authCodeOf } from './auth-code.ts'
import { domainFields, personalIn } from './domain-fields.ts'
import { balanceIn, checkedIn, pricesIn } from './catalogue.ts'
import { orderContacts, savedContacts } from './contacts.ts'
import type { FormValue } from './form-body.ts'
import { withoutCodes } from '../without-codes.ts'
import { infoOf, syncedInfoOf, transferInfoOf } from './name-records.ts'
import { signedCall, writtenForms } from './signed-call.ts'
import { isSameName } from './values.ts'

/**
 * DomainsReseller, the add-on for WHMCS with which shops sell to resellers. Its success means that an order was taken. A
 * renewal names no date, so what is asked for twice is done and charged twice: nothing here is sent again.
 */
export const domainsReseller: DriverKind = domainsResellerWith(() => new Date())

/** The driver with a clock, for tests. */
export function domainsResellerWith(clock: () => Date): DriverKind {
  return {
    name: 'domains-reseller',
    settleMs: 24 * 3600_000,
    limits: { aMinute: 100, aDay: 10_000 },
    open: (account, call) => open(account, call, clock),
  }
}

const can = new Set(capabilities.filter((capability) => capability !== 'list'))

function open(account: DriverAccount, call: ProviderCall, clock: () => Date): RegistrarDriver {
  const send = signedCall(account, call, clock)
  const pathOf = (name: string, part: string) => `/domains/${encodeURIComponent(name)}/${part}`
  const get = (path: string, action: string, target: string | null = null): Promise<Read> =>
    send({ path, action, target })
  const change = async (
    name: string,
    { part, action, form }: { part: string; action: string; form: Record<string, FormValue> },
  ): Promise<Outcome> => {
    const asked = { path: pathOf(name, part), action, target: name, form: { domain: name, ...form } }
    return outcomeOf(await send(asked), name, 'done')
  }
  const sync = async (name: string): Promise<Info> => {
    const asked = { path: pathOf(name, 'sync'), action: 'sync', target: name, form: { domain: name } }
    return syncedInfoOf(await send(asked), name)
  }

  const transferSync = (name: string, secrets: readonly string[]) =>
    send({
      path: pathOf(name, 'transfersync'),
      action: 'transfer-sync',
      target: name,
      form: { domain: name },
      secrets,
    })
  const info = async (name: string, known?: Awaited<ReturnType<typeof information>>): Promise<Info> => {
    const { read, isAnswered } = known ?? (await information(name))
    const found = infoOf(read, name)
    if (found.state === 'unclear' && isAnswered) {
      const synced = await sync(name)
      return synced.state === 'unclear' ? found : synced
    }
    if (found.state !== 'ours' || found.expires_at) return found
    const synced = await sync(name)
    if (synced.state === 'elsewhere') return synced
    return synced.state === 'ours' ? { ...found, expires_at: synced.expires_at } : found
  }

  return {
    capabilities: () => can,

    async check(names) {
      const byLabel = Map.groupBy(names, (name) => name.slice(0, name.indexOf('.')))
      const checked = []
      for (const [label, same] of byLabel) {
        const isIdn = label.startsWith('xn--')
        const form = {
          searchTerm: label,
          ...(isIdn && { punyCodeSearchTerm: label }),
          tldsToInclude: same.map((name) => name.slice(label.length)),
          isIdnDomain: isIdn,
          premiumEnabled: true,
        }
        const asked = { path: '/domains/lookup', action: 'check', target: same.join(' '), form }
        checked.push(...checkedIn(dataOf(await send(asked)), same, account.currency))
      }
      const byName = new Map(checked.map((one) => [one.name, one]))
      return names.map((name) => byName.get(name)!)
    },

    prices: async () => pricesIn(dataOf(await get('/tlds/pricing', 'prices')), account.currency),
    balance: async () => balanceIn(dataOf(await get('/billing/credits', 'balance')), account.currency),

    info: (name) => info(name),

    async register({ name, years, holder, nameservers, is_private, extra }) {
      const form = {
        domain: name,
        regperiod: years,
        nameservers: numbered(nameservers),
        contacts: orderContacts(holder),
        addons: addons(is_private),
        ...domainFields(extra),
      }
      const secrets = personalIn(extra)
      const asked = { path: '/order/domains/register', action: 'register', target: name, form, secrets }
      return outcomeOf(await send(asked), name, 'ordered')
    },

    async transferIn({ name, code, holder, nameservers, is_private, extra }) {
      const form = {
        domain: name,
        eppcode: code,
        regperiod: 1,
        nameservers: numbered(nameservers),
        contacts: orderContacts(holder),
        addons: addons(is_private),
        ...domainFields(extra),
      }
      const path = '/order/domains/transfer'
      const secrets = [code, ...personalIn(extra)]
      const read = await send({ path, action: 'transfer-in', target: name, form, secrets })
      return outcomeOf(read, name, 'ordered')
    },

    async transferInfo(name, code) {
      const secrets = code === undefined ? [] : [code]
      const known = await information(name)
      const found =
        infoOf(known.read, name).state === 'ours'
          ? await info(name, known)
          : transferInfoOf(await transferSync(name, secrets), known.read, name)
      if (!('words' in found)) return found
      const words = cleaner(secrets.flatMap(writtenForms))(found.words)
      // A record may name the code of an earlier order, too.
      return { ...found, words: withoutCodes(words, (word) => isSameName(word, name)) }
    },

    // The call takes no date, so the caller reads the date before and after it.
    async renew(name, years) {
      const form = { domain: name, regperiod: years }
      const asked = { path: '/order/domains/renew', action: 'renew', target: name, form }
      return outcomeOf(await send(asked), name, 'ordered')
    },

    setNameservers: (name, nameservers) =>
      change(name, { part: 'nameservers', action: 'nameservers', form: numbered(nameservers) }),
    // Sellers' pages show `contacts`, the add-on's own module sends `contactdetails`.
    setContacts: (name, holder) =>
      change(name, {
        part: 'contact',
        action: 'contacts',
        form: { contacts: orderContacts(holder), contactdetails: savedContacts(holder) },
      }),
    setLock: (name, isLocked) =>
      change(name, { part: 'lock', action: 'lock', form: { lockstatus: isLocked ? 'locked' : 'unlocked' } }),
    setPrivacy: (name, isPrivate) =>
      change(name, { part: 'protectid', action: 'privacy', form: { status: isPrivate } }),

    authCode: async (name) => authCodeOf(await get(pathOf(name, 'eppcode'), 'auth-code', name), name),
  }

  async function information(name: string) {
    const read = await get(pathOf(name, 'information'), 'info', name)
    const isAnswered = read.is !== 'later' && !(read.is === 'unclear' && read.status === null)
    return { read, isAnswered }
  }
}

/** The fields `ns1` to `ns5`. */
const numbered = (nameservers: readonly string[]): Record<string, string> =>
  Object.fromEntries(nameservers.slice(0, 5).map((host, index) => [`ns${index + 1}`, host]))

const addons = (isPrivate: boolean) => ({
  dnsmanagement: false,
  emailforwarding: false,
  idprotection: isPrivate,
})
