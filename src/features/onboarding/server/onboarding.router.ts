import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { Config } from '../../../server/config.ts'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { MailServer } from '../../../server/mail/mail-server.ts'
import '../../../server/scheduled-backup.ts'
import { profileIsComplete, requiredColumns } from '../../../shared/people/profile.ts'
import { findTestSale } from '../../requests/server/test-sale.ts'
import { withDefaults } from '../../settings/server/settings.ts'
import '../../staff-notifications/server/staff-notifications.tables.ts'
import { onboardingContract } from '../onboarding.contract.ts'
import { doneSteps, laterSteps, requiredSteps, type StepId } from '../steps.ts'

const on = implement(onboardingContract).$context<Context>().use(authorize)

export interface OnboardingServices {
  config: Pick<Config, 'SITE_URL' | 'BACKUP_TO'>
  mailServer: Pick<MailServer, 'isSet'>
}

export const onboardingRouter = (services: OnboardingServices) => ({
  show: on.show.handler(({ context: { caller } }) => showOnboarding(caller, services)),
})

/** The state of each step, as the caller sees it: the last ones are about the caller. */
async function showOnboarding(caller: CallerContext, { config, mailServer }: OnboardingServices) {
  const person = caller.actor()
  const facts = await caller.read(async (tx) => {
    const { db } = tx
    const [rows, profile, called, backup, testSale] = await Promise.all([
      db.selectFrom('settings').select(['key', 'value']).execute(),
      db.selectFrom('profiles').select(requiredColumns).where('id', '=', person).executeTakeFirst(),
      db
        .selectFrom('notification_choices')
        .select('user_id')
        .where('user_id', '=', person)
        .where((eb) => eb.or([eb('mail_minutes', 'is not', null), eb('text_by', 'is not', null)]))
        .executeTakeFirst(),
      db.selectFrom('backups').select('id').limit(1).executeTakeFirst(),
      findTestSale(tx, person),
    ])
    return { rows, profile, called, backup, testSale }
  })
  const saved = new Set(facts.rows.map(({ key }) => key))
  const values = withDefaults(facts.rows)
  const done = doneSteps({
    values,
    isSaved: (key) => saved.has(key),
    sendsMail: mailServer.isSet,
    isPersonComplete: facts.profile !== undefined && profileIsComplete(facts.profile),
    isCalled: facts.called !== undefined,
    hasFactor: person !== null && (await hasFactor(caller, person)),
    hasBackup: config.BACKUP_TO !== undefined || facts.backup !== undefined,
    isHttps: config.SITE_URL.startsWith('https://'),
  })
  const stateOf = <Step extends StepId>(step: Step) => ({ step, is_done: done[step] })
  return {
    is_finished: values['shop.isSetUp'],
    is_open: values['shop.isOpen'],
    test_sale: facts.testSale,
    required: requiredSteps.map(stateOf),
    later: laterSteps.map(stateOf),
  }
}

/** Admins' roles have no rights in the tables of the accounts. */
const hasFactor = ({ database }: CallerContext, person: string) =>
  database.read('service', async ({ db }) => {
    const { rows } = await sql`
      select 1 from auth.factors where user_id = ${person} and status = 'verified' limit 1`.execute(db)
    return rows.length > 0
  })
