import type { AnySchema } from '@orpc/contract'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookTypes } from '../../features/webhooks/event-types.ts'
import { webhookData } from '../../features/webhooks/payload-schemas.ts'
import { endpoints } from '../endpoints.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { openApiDocument } from './document.ts'
import type { Operation } from './shapes.ts'
import { apiTypes } from './types.ts'

const procedures = endpoints.map(({ path, procedure }) => [path.join('.'), procedure] as const)
const document = await openApiDocument()
const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId!, operation]),
)
const json = (content: NonNullable<Operation['requestBody']>['content'] = {}) => content['application/json']
const goodAnswer = ({ responses = {} }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

const problemsOf = async (schema: AnySchema | undefined, value: unknown) =>
  (await schema?.['~standard'].validate(value))?.issues ?? []

describe('the document', () => {
  test('is without fault for a linter of OpenAPI documents', async () => {
    // No ending is called `unread`, so the two addresses that it finds alike are not.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config,
    })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  test('has every endpoint of the contract', () => {
    expect([...operations.keys()].toSorted()).toEqual(procedures.map(([id]) => id).toSorted())
    expect(procedures.length).toBeGreaterThan(100)
  })

  test.each(procedures)('has an example of %s that its schemas accept', async (id, schemas) => {
    const operation = operations.get(id)!
    const parameters = operation.parameters ?? []
    const body = json(operation.requestBody?.content)
    if (operation.requestBody) expect(body).toHaveProperty('example')
    const input = {
      ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
      ...(body?.example as object),
    }
    expect(await problemsOf(schemas.inputSchema, input)).toEqual([])
    const answer = json(goodAnswer(operation)?.content)
    if (answer) expect(await problemsOf(schemas.outputSchema, answer.example)).toEqual([])
  })

  test.each(webhookTypes)('has an example of the webhook %s that its schema accepts', async (type) => {
    const { example } = json(document.webhooks[type]!['post']!.requestBody?.content)!
    expect(example).toMatchObject({ type, timestamp: expect.any(String) })
    expect(await problemsOf(webhookData[type], (example as { data: unknown }).data)).toEqual([])
  })
})

describe('of a running shop', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test('the page describes every endpoint, and its policy allows one style and nothing else', async () => {
    const { body, headers } = await shop.visitor('GET', '/api/docs')
    for (const [id] of procedures) expect(body).toContain(`<section id="${id}">`)
    for (const type of webhookTypes) expect(body).toContain(`<section id="${type}">`)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(body).not.toMatch(/<(?:script|link|img|iframe|object|form)|\ssrc=|\sstyle=|@import|url\(|\son\w+=/)
    expect([...body.matchAll(/href="([^#"][^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/api/openapi.json',
      '/api/types.d.ts',
    ])
  })

  test('the types are those of the document', async () => {
    const { body } = await shop.visitor('GET', '/api/types.d.ts')
    expect(body).toBe(apiTypes(document))
  })
})
