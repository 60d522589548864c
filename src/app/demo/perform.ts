import { answerCustomer, readCustomer, readOwn, sendLine } from '../../features/chat/server/lines.ts'
import { claimPayment } from '../../features/money/server/claims/claim-payment.ts'
import { rejectPayment } from '../../features/money/server/claims/reject-payment.ts'
import { addToCart } from '../../features/orders/server/cart.ts'
import { payableOrder } from '../../features/orders/server/payable-order.ts'
import { placeOrder } from '../../features/orders/server/place-order.ts'
import { reviewPlacedOrder } from '../../features/orders/server/review-order.ts'
import type { Stage } from '../../features/products/life-cycle.ts'
import { type ProductDefinition, statusOf } from '../../features/products/product-definition.ts'
import { readHostingName } from '../../features/products/names/hosting-name.ts'
import { products } from '../../features/products/products.ts'
import { payableRequest } from '../../features/requests/server/payable-request.ts'
import { renewService } from '../../features/requests/server/own-services.ts'
import { reviewRequest } from '../../features/requests/server/review-request.ts'
import { submitRequest } from '../../features/requests/server/submit-request.ts'
import { setAccess } from '../../features/services/server/services.commands.ts'
import { markMessage, sendMessage } from '../../features/support/server/messages.ts'
import type { Database } from '../../server/database/database.ts'
import { callerContext, type CallerContext } from '../../server/http/context.ts'
import { Refused } from '../../shared/refusal.ts'
import type { Permission } from '../../shared/people/permissions.ts'
import type { Actor, Actors } from './accounts.ts'
import { conversations, type CustomerName, messages, stories } from './stories.ts'

/** An action of a customer or an admin, by the functions that answer the API. */
interface Action {
  /** Days before the demo is filled. */
  ago: number
  run(now: Date): Promise<unknown>
}

/** All actions of the stories, oldest first. */
export function actionsOf(database: Database, actors: Actors): Action[] {
  const contextOf = (name: CustomerName | 'admin', now: Date, needed?: Permission) =>
    contextAt(database, actors.get(name)!, now, needed)
  const asked = stories
    .trim()
    .split('\n')
    .flatMap((line) => storyActions(line, contextOf))
  const chats = conversations.flatMap(({ customer, lines, answered }) =>
    lines.map(([ago, by, body], index) => ({
      ago: daysOf(ago),
      async run(now: Date) {
        if (by === 'customer') return sendLine(contextOf(customer, now), { body })
        const admin = contextOf('admin', now, 'messages.write')
        const id = actors.get(customer)!.person
        await readCustomer(admin, { id, through: index })
        await answerCustomer(admin, { id, body })
        if (answered || index < lines.length - 1)
          await readOwn(contextOf(customer, now), { through: index + 1 })
        return undefined
      },
    })),
  )
  const visitors = messages.map(({ ago, state, ...message }) => ({
    ago: daysOf(ago),
    async run(now: Date) {
      const { id } = await sendMessage(database, message)
      if (state !== 'new') await markMessage(contextOf('admin', now, 'messages.write'), { id, state })
    },
  }))
  return [...asked, ...chats, ...visitors].sort((one, other) => other.ago - one.ago)
}

const contextAt = (database: Database, identity: Actor, now: Date, needed?: Permission) =>
  callerContext({ database, identity, idempotencyKey: undefined, now }, needed, undefined)

/** Such as `372.4` days, `5h` or `40m`. */
const daysOf = (ago: string) => parseFloat(ago) / (ago.endsWith('h') ? 24 : ago.endsWith('m') ? 1_440 : 1)

/** Cuts a text once, at the first separator. */
function cut(text: string, separator: string): [string, string] {
  const [first = '', ...rest] = text.split(separator)
  return [first, rest.join(separator)]
}

interface Callers {
  customer: CallerContext
  admin: CallerContext
}

/** What a kind of story does at each step. `id` is that of the request or order. */
interface Kind {
  ask: (callers: Callers) => Promise<{ id: string }>
  payable: Parameters<typeof claimPayment>[1]
  review: (verb: string, text: string, callers: Callers, id: string) => Promise<unknown>
}

function storyActions(
  line: string,
  contextOf: (name: CustomerName | 'admin', now: Date, needed?: Permission) => CallerContext,
): Action[] {
  const [who, subject = '', ...steps] = line.split(' | ')
  const [name, product] = cut(who!, ' ')
  const kind = product.startsWith('order') ? orderOf(product, subject) : requestOf(product, subject)
  let id = ''
  return steps.map((step) => {
    const [ago, act] = cut(step, ' ')
    const [verb, text] = cut(act, ' ')
    return {
      ago: daysOf(ago),
      async run(now: Date) {
        const customer = contextOf(name as CustomerName, now)
        const callers = { customer, admin: contextOf('admin', now, 'requests.write') }
        if (verb === 'ask') ({ id } = await kind.ask(callers))
        else if (verb === 'claim') await claim(customer, kind, id, text)
        else if (verb === 'claim-refused')
          await claim(customer, kind, id, text).then(() => Promise.reject(new Error(line)), mustBeUsed)
        else if (verb === 'reject-claim')
          await rejectPayment(callers.admin, kind.payable, { id, reason: text })
        else if (verb === 'details') await enterDetails(contextOf('admin', now, 'services.write'), id, text)
        else await kind.review(verb, text, callers, id)
      },
    }
  })
}

function claim(customer: CallerContext, { payable }: Kind, id: string, text: string) {
  const [payer_name = '', payment_method = '', receipt_number = ''] = text.split(', ')
  return claimPayment(customer, payable, id, { payer_name, payment_method, receipt_number })
}

function mustBeUsed(error: unknown) {
  if (!(error instanceof Refused && error.refusal.code === 'RECEIPT_USED')) throw error
}

const inputs: Record<string, [keyof typeof products, (subject: string) => object]> = {
  domain: ['domain', (requested_domain) => ({ requested_domain })],
  email: ['email', (requested_domain) => ({ requested_domain })],
  monthly: ['hosting', (name) => ({ ...planOf(name), billing_period: 'monthly' })],
  yearly: ['hosting', (name) => ({ ...planOf(name), billing_period: 'yearly' })],
  custom: ['hosting', (manual_details) => ({ plan_name: 'Custom Plan', manual_details })],
}

function planOf(name: string) {
  const { plan, website } = readHostingName(name)
  return { plan_name: plan, website }
}

/** The stage that a verb leads to, and what its text means. */
const reviews: Record<string, [stage: Stage, fields: (text: string) => object]> = {
  offer: ['offered', (text) => withFeedback(cut(text, ' '), (price) => ({ price: Number(price) }))],
  suggest: [
    'suggested',
    (text) => withFeedback(cut(text, '; '), (names) => ({ suggestions: names.split(', ') })),
  ],
  reject: ['rejected', (admin_feedback) => ({ admin_feedback })],
  activate: ['active', (billing_period) => ({ ...(billing_period && { billing_period }) })],
}

const withFeedback = ([first, admin_feedback]: [string, string], read: (first: string) => object) => ({
  ...read(first),
  ...(admin_feedback && { admin_feedback }),
})

function requestOf(kind: string, subject: string): Kind {
  const [name, input] = inputs[kind]!
  const product: ProductDefinition = products[name]
  return {
    ask: async ({ customer }) => (await submitRequest(customer, product, input(subject))) as { id: string },
    payable: payableRequest(product),
    async review(verb, text, { customer, admin }, id) {
      if (verb === 'renew') return renewService(customer, product, await serviceIdOf(customer, id))
      const [stage, fields] = reviews[verb]!
      return reviewRequest(admin, product, { id, status: statusOf(product, stage), ...fields(text) })
    },
  }
}

/** Enters the facts of the service that a request has brought, such as `username=nyuzi, disk_space=20 GB`. */
async function enterDetails(admin: CallerContext, request: string, text: string) {
  const service = await admin.read(({ db }) =>
    db
      .selectFrom('services')
      .select(['id', 'version'])
      .where('request_id', '=', request)
      .executeTakeFirstOrThrow(),
  )
  const facts = Object.fromEntries(text.split(', ').map((fact) => cut(fact, '=')))
  return setAccess(admin, noSecrets, { ...service, facts })
}

const noSecrets = {
  derive(): never {
    throw new Error('the demo has no secrets')
  },
}

const serviceIdOf = (caller: CallerContext, request: string) =>
  caller.read(async ({ db }) => {
    const service = db.selectFrom('services').select('id').where('request_id', '=', request)
    return (await service.executeTakeFirstOrThrow()).id
  })

function orderOf(kind: string, subject: string): Kind {
  const domains = subject.split(', ')
  // A registry that does not answer leaves the name unchecked.
  const check = async () => ({ status: kind.endsWith('unchecked') ? 'error' : 'available' })
  return {
    async ask({ customer }) {
      for (const domain of domains) await addToCart(customer, domain)
      return placeOrder(customer, { domains }, check)
    },
    payable: payableOrder,
    review(verb, text, { admin }, id) {
      if (verb === 'cancel')
        return reviewPlacedOrder(admin, { id, status: 'cancelled', admin_feedback: text })
      const [gone, admin_feedback] = cut(text, '; ')
      const lines = domains.map((item) => ({
        item,
        state: item === gone ? ('gone' as const) : ('registered' as const),
      }))
      return reviewPlacedOrder(admin, { id, status: 'completed', admin_feedback, lines })
    },
  }
}
