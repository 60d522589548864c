import type { Transaction } from '../../../../server/database/database.ts'
import type { MailContext } from '../../../../server/mail/layout.ts'
import { daysFrom } from '../../../../shared/calendar.ts'
import { dayText } from '../../../../shared/dates.ts'
import { endingOf } from '../../../catalogue/catalogue.ts'
import type { Lapse } from '../../lapse.ts'
import { accountFor } from '../../../fulfilment/server/open-fulfilment.ts'
import { factIf } from '../../../mails/server/customer-mail.ts'
import type { Records } from '../requests.tables.ts'

type Domain = Pick<Records, 'name' | 'started_at'> & {
  registered_until: Date | null
  registry: { code_shown_at?: string }
}

/** What the registry says of the term of a domain, as its registrar last told. */
export interface RegistryTerm {
  until: Date | null
  /** What is possible after it. */
  lapse: Lapse
  /** The registrar's record says that it has moved to another one. */
  isAway: boolean
}

/** The registry's term of a domain at an account. */
export async function termAt({ db }: Transaction, account: string, row: Domain): Promise<RegistryTerm> {
  const listed = await db
    .selectFrom('registrar_prices')
    .select(['grace_days', 'redemption_days'])
    .where('account_id', '=', account)
    .where('ending', '=', endingOf(row.name))
    .executeTakeFirst()
  const found = await db
    .selectFrom('registrar_names')
    .select('state')
    .where('account_id', '=', account)
    .where('name', '=', row.name)
    // A record from before is about an earlier holder.
    .where('read_at', '>', row.started_at)
    .executeTakeFirst()
  return {
    until: row.registered_until,
    lapse: lapseOf(row.registered_until, listed),
    isAway:
      found?.state === 'elsewhere' || (found?.state === 'absent' && row.registry.code_shown_at !== undefined),
  }
}

/** The registry's term of a service. Undefined where no registrar serves it. */
export async function registryTermOf(
  tx: Transaction,
  row: Domain & { kind: string },
): Promise<RegistryTerm | undefined> {
  const account = row.kind === 'domain' ? await accountFor(tx, row.name) : undefined
  return account && termAt(tx, account.id, row)
}

/** What a mail about an expiry is made of. */
export interface ExpiryData {
  expires_at: string
  /** Where the registry's term of a domain is known. */
  registry?: Lapse & { registered_until: string }
}

/** What a mail about the expiry of a service says of the days. */
export const expiryData = (expiresAt: Date, term: RegistryTerm | undefined): ExpiryData => ({
  expires_at: expiresAt.toISOString(),
  ...(term?.until && { registry: { registered_until: term.until.toISOString(), ...term.lapse } }),
})

/** The lines of a mail with the registry's days. */
export function registryFacts(
  { translate, locale }: MailContext,
  registry: ExpiryData['registry'],
): [string, string][] {
  const day = (at: string | null | undefined) => (at ? dayText(at, locale) : null)
  return [
    ...factIf(translate('mails_fact_registered'), day(registry?.registered_until)),
    ...factIf(translate('registry_renewable_until'), day(registry?.renewable_until)),
    ...factIf(translate('registry_restorable_until'), day(registry?.restorable_until)),
  ]
}

/** Until when a name can be renewed and brought back, from the days that its registrar lists. */
function lapseOf(
  until: Date | null,
  listed: { grace_days: number | null; redemption_days: number | null } | undefined,
): Lapse {
  const grace = listed?.grace_days ?? 0
  const redemption = listed?.redemption_days ?? 0
  const after = (days: number, isKnown: boolean) =>
    until && isKnown ? daysFrom(until, days).toISOString() : null
  return {
    renewable_until: after(grace, grace > 0),
    restorable_until: after(grace + redemption, redemption > 0),
  }
}
