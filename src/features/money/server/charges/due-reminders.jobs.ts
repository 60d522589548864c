import { dayText } from '../../../../shared/dates.ts'
import { sql } from 'kysely'
import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { Database } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import {
  customerMail,
  customerMailTemplate,
  mailCustomer,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { chargeColumns, restOf } from './charges.ts'
import { isForCharge } from './payable.ts'
import { paymentsButton, type PayTo, payToFacts, payToFor } from './pay-to.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Days after the due date on which a charge is reminded of; negative before it. The latest one first. */
const reminders = [14, 3, -1, -7] as const
/** A reminder that is later than this, for example after a downtime, is not sent any more. */
const LATE_DAYS = 5

interface DueMail {
  kind: 'payment-due' | 'payment-overdue'
  data: MailSubject & {
    amount: Money
    reference: string
    /** A day, as `2026-11-22`. */
    due_on: string
    pay_to: PayTo[]
  }
}

/**
 * Reminds of open charges 7 days and 1 day before their due date, and 3 and 14 days after it, each once. Customers who
 * have confirmed a payment that is not checked yet get no reminder, and neither do those whose charge is newer than the
 * reminder.
 */
export async function remindOfDue(database: Database, now: Date): Promise<void> {
  const settings = await readSettings(database)
  if (!settings['mails.requests']) return
  for (let after: string | undefined, more = true; more;) {
    const ids = await remindSome(database, settings, now, after)
    after = ids.at(-1)
    more = ids.length === AT_ONCE
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY_MS

const remindSome = (database: Database, settings: Settings, now: Date, after: string | undefined) =>
  database.write('service', async (tx) => {
    const today = dayOf(now)
    let due = tx.db
      .selectFrom('charges')
      .select([...chargeColumns, sql<string>`charges.due_on::text`.as('due_day')])
      .where('state', '=', 'open')
      .where(sql<boolean>`charges.due_on between ${today}::date - ${reminders[0] + LATE_DAYS}::integer
                                             and ${today}::date - ${reminders.at(-1)!}::integer`)
      .where(sql<boolean>`not exists (select from claims where claims.state = 'open' and ${isForCharge})`)
      .orderBy('id')
      .limit(AT_ONCE)
    if (after) due = due.where('id', '>', after)
    const rows = await due.execute()
    for (const { due_day: due_on, ...charge } of rows) {
      const { id, user_id, kind, subject, reference, created_at } = charge
      const since = daysBetween(due_on, today)
      const days = reminders.find((some) => since >= some)
      if (days === undefined || since > days + LATE_DAYS) continue
      // The customer has just been informed of a charge that opened after this day.
      if (daysBetween(due_on, dayOf(created_at)) >= days) continue
      const mail: DueMail = {
        kind: days < 0 ? 'payment-due' : 'payment-overdue',
        data: {
          product: kind,
          subject,
          amount: restOf(charge),
          reference,
          due_on,
          pay_to: payToFor(charge, settings),
        },
      }
      await mailCustomer(tx, settings, user_id, mail, `due ${days} ${id} ${due_on}`)
    }
    return rows.map(({ id }) => id)
  })

export const dueReminders = (database: Database): ScheduledJob => ({
  name: 'due-reminders',
  everyMs: 3600_000,
  run: () => remindOfDue(database, new Date()),
})

const template = (template: 'due' | 'overdue') =>
  customerMailTemplate<DueMail['data']>(({ amount, reference, due_on, pay_to, ...about }, context) => {
    const { translate, locale } = context
    const values = { amount: formatMoney(amount), reference, due: dayText(due_on, locale) }
    const { facts, ...mail } = customerMail(context, about, template, values)
    return {
      ...mail,
      facts: [
        ...facts,
        [translate('common_amount'), values.amount],
        [translate('mails_fact_reference'), reference],
        [translate('mails_fact_due'), values.due],
        ...payToFacts(pay_to, context),
      ],
      button: paymentsButton(context, reference),
    }
  })

export const dueMailTemplates: Record<DueMail['kind'], MailTemplate> = {
  'payment-due': template('due'),
  'payment-overdue': template('overdue'),
}
