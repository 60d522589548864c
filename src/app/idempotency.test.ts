import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteMeta } from '../shared/contract.ts'
import { endpoints } from './endpoints.ts'
import { eightTimes } from './testing/eight-times.ts'
import { openShop, type Shop } from './testing/shop.ts'
import { callerContext, hashOf } from '../server/http/context.ts'

/** Work under a repeated idempotency key is done once, whatever it returns. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test.each([
  ['nothing', undefined],
  ['null', null],
  ['false', false],
  ['an empty text', ''],
  ['a text', 'done'],
  ['an object', { id: 7, lines: [null] }],
])('work that gives %s gives the same to all of 8 at once, and is done once', async (gives, given) => {
  const { id: person, session } = await shop.customer()
  let turns = 0
  const call = () =>
    callerContext(
      {
        database: shop.nodes[0]!.database,
        identity: { person, session },
        idempotencyKey: gives,
        now: new Date(),
      },
      undefined,
      { endpoint: 'tests.work', key: gives, bodyHash: () => Buffer.from('body') },
    ).write(async () => {
      turns++
      return given
    })
  expect(await eightTimes(call)).toStrictEqual(Array(8).fill(given))
  expect(await call()).toStrictEqual(given)
  expect(turns).toBe(1)
})

test('a password is not in the stored hash of a body, from which it could be guessed', () => {
  const body = { email: 'asha@example.com', password: 'Karibu-Sokoni-7', proof: { password: 'x' } }
  expect(hashOf(body)).toEqual(hashOf({ email: body.email, proof: {} }))
  expect(hashOf(body)).not.toEqual(hashOf({ ...body, email: 'juma@example.com' }))
})

describe('an answer with a secret', () => {
  /** Does the work of an endpoint whose answer has `code`, and counts how often. */
  async function called(given: unknown, times: number, key: string) {
    const { id: person, session } = await shop.customer()
    let turns = 0
    const { write } = callerContext(
      {
        database: shop.nodes[0]!.database,
        identity: { person, session },
        idempotencyKey: key,
        now: new Date(),
      },
      undefined,
      { endpoint: 'tests.secret', key, secrets: ['code'], bodyHash: () => Buffer.from('body') },
    )
    const answers: unknown[] = []
    for (let time = 0; time < times; time++)
      answers.push(
        await write(async () => {
          turns++
          return given
        }),
      )
    const [row] = await shop.sql(`select answer from idempotency_keys where key = $1`, [key])
    return { answers, turns, stored: row!.answer }
  }

  test('is not stored, and is made again for a repeated call', async () => {
    const answer = { code: 'Xy7-secret', name: 'a.com' }
    expect(await called(answer, 3, 'secret-given')).toEqual({
      answers: [answer, answer, answer],
      turns: 3,
      stored: null,
    })
  })

  test('is stored where the field is empty', async () => {
    const answer = { code: null, name: 'a.com' }
    expect(await called(answer, 3, 'no-secret-given')).toEqual({
      answers: [answer, answer, answer],
      turns: 1,
      stored: answer,
    })
  })

  test.each(endpoints.filter(({ procedure }) => (procedure.meta as RouteMeta).secrets))(
    'is declared with fields of its answer: $method $address',
    ({ procedure }) => {
      const fields = fieldsOf(procedure.outputSchema)
      expect(fields).toEqual(expect.arrayContaining([...(procedure.meta as RouteMeta).secrets!]))
    },
  )

  /** What has the name of a secret and is none: the endpoint, and the way of the field through its answer. */
  const harmless: [string, RegExp][] = [
    [
      'the receipt number of a payment',
      /^(payments|decisions|received|charges|claims|orders|requests|messageTemplates)\..*[ .]code$/,
    ],
    ['the verification of a tax receipt, which its paper shows', /^invoices\..*[ ._](code|link)$/],
    ['the name of a template that is proposed', / items\.template\.key$/],
    ['a postal address', /\.postcode$/],
    ['an address that the shop calls, as its table has it', /[ ._]url$/],
    ['what pages publish', / (push\.public_key|values\.chat\.widget\.websiteToken)$/],
    ['the words of a mail', / values\.letters\.\w+$/],
    ['the names of secrets, or whether there is one', / secrets$|[ .](has|may_change)_\w+$/],
  ]

  test('is declared wherever a field has the name of a secret', () => {
    const undeclared = endpoints.flatMap(({ path, procedure }) =>
      fieldsOf(procedure.outputSchema)
        .filter((field) => /(secret|code|key|token|link|password|url)s?$/i.test(field))
        .filter((field) => !(procedure.meta as RouteMeta).secrets?.includes(field))
        .map((field) => `${path.join('.')}: ${field}`)
        .filter((field) => !harmless.some(([, shape]) => shape.test(field))),
    )
    expect(undeclared).toEqual([])
  })
})

/** The fields of an answer by their way through it, such as `items.contact.city`. */
function fieldsOf(schema: unknown): string[] {
  const found = new Set<string>()
  const walk = (node: unknown, way: string[]): void => {
    if (!node || typeof node !== 'object') return
    for (const [word, inner] of Object.entries(node)) {
      if (word !== 'properties') walk(inner, way)
      else
        for (const [field, value] of Object.entries(inner as object)) {
          found.add([...way, field].join('.'))
          walk(value, [...way, field])
        }
    }
  }
  // A stream of events has no schema of zod.
  if (schema instanceof z.ZodMiniType) walk(z.toJSONSchema(schema, { unrepresentable: 'any' }), [])
  return [...found]
}
