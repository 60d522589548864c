import { randomBytes } from 'node:crypto'
import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import { profileIsComplete, requiredColumns } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { products } from '../../products/products.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopOf } from '../../settings/shop.ts'
import { testSaleContract } from '../test-sale.contract.ts'
import { offerAtOnce } from './review-request.ts'
import { placeRequest } from './submit-request.ts'

const on = implement(testSaleContract).$context<Context>().use(authorize)

export const testSaleRouter = {
  start: on.start.handler(async ({ context: { caller } }) => ({ test_sale: await startTestSale(caller) })),
  remove: on.remove.handler(async ({ context: { caller } }) => {
    await removeTestSale(caller)
    return { test_sale: null }
  }),
}

const domain: ProductDefinition = products.domain

/** The test sale, if there is one. */
export async function findTestSale({ db }: Transaction, person: string | null) {
  const row = await db
    .selectFrom('requests')
    .select(['id', 'user_id', 'subject', 'stage', 'payment_confirmed'])
    .where('is_test', '=', true)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        name: row.subject,
        stage: row.stage,
        is_claimed: row.payment_confirmed,
        is_mine: row.user_id === person,
      }
    : null
}

/**
 * Asks for an invented domain as the caller and offers it at once, so that the caller sees what a customer sees. Gives the
 * test sale, which may be that of before. Refuses with `PROFILE_INCOMPLETE`.
 */
async function startTestSale(caller: CallerContext) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  const { name, price } = invented(settings, caller.now)
  return caller.write(async (tx) => {
    // Of eight who start one at once, seven get the one of the first.
    await sql`select pg_advisory_xact_lock(hashtext('test sale'))`.execute(tx.db)
    const known = await findTestSale(tx, person)
    if (known) return known
    const profile = await tx.db
      .selectFrom('profiles')
      .select(requiredColumns)
      .where('id', '=', person)
      .executeTakeFirst()
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    const draft = { subject: name, price: null, details: {} }
    const { id } = await placeRequest(tx, domain, person, draft, { currency: price.currency, isTest: true })
    await offerAtOnce(tx, { now: caller.now, settings }, domain, id, price)
    return (await findTestSale(tx, person))!
  })
}

/** A name that says what it is, under an ending of the shop, at the shop's price. */
function invented(settings: Settings, now: Date): { name: string; price: Money } {
  const offers = readOffers(shopOf(settings, now))
  const ending = settings['catalogue.domains'].find(({ price }) => price)?.ending ?? 'com'
  const name = `test-sale-${randomBytes(2).toString('hex')}.${ending}`
  return { name, price: offers.domain(name) ?? moneyFromDecimal(1, settings['shop.currency']) }
}

async function removeTestSale(caller: CallerContext) {
  await caller.write(async (tx) => {
    const sale = await findTestSale(tx, null)
    const { rows } = await sql<{ person: string | null }>`select remove_test_sale() as person`.execute(tx.db)
    const person = rows[0]?.person
    if (!sale || !person) return
    await audit(tx, 'admin', {
      action: 'test-sale.removed',
      entity: 'request',
      entity_id: sale.id,
      before: { kind: domain.name, subject: sale.name },
    })
    await publishEvents(tx, {
      user_id: person,
      type: 'test-sale.removed',
      topics: [domain.path, domain.service.path, 'counters', 'payments', 'services'],
      for_admins: true,
    })
  })
}
