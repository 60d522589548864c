import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@kikoa/auth'
import { GOOD } from '@kikoa/auth/testing'
import { type FakeRdap, fakeRdap, knownTo, sayAbsent } from '@kikoa/registry-answers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServiceKey } from '../features/accounts/server/admin-commands.ts'
import { openRegistrarShop } from '../features/fulfilment/server/testing/registrar-shop.ts'
import { ownedIn } from '../features/requests/server/testing/owned.ts'
import { endpoints } from './endpoints.ts'
import { accountCauses } from './testing/error-causes/account-causes.ts'
import type { Causes, World } from './testing/error-causes/causes.ts'
import { claimCauses } from './testing/error-causes/claim-causes.ts'
import { orderCauses } from './testing/error-causes/order-causes.ts'
import { paymentCauses } from './testing/error-causes/payment-causes.ts'
import { registrarCauses } from './testing/error-causes/registrar-causes.ts'
import { requestCauses } from './testing/error-causes/request-causes.ts'
import { settingCauses } from './testing/error-causes/setting-causes.ts'
import { openShop, type Ask, type Shop } from './testing/shop.ts'
import { openSmtp } from './testing/smtp.ts'

/** Each code of the contract is provoked by its cause, in the application and by a program. Both get the same refusal. */

const { SERVICE_UNAVAILABLE, ...ofAccounts } = accountCauses
const tables = [
  ofAccounts,
  settingCauses,
  requestCauses,
  orderCauses,
  claimCauses,
  paymentCauses,
  registrarCauses,
  // The last one, because it stops a database.
  { SERVICE_UNAVAILABLE: SERVICE_UNAVAILABLE! },
]
const causes: Causes = Object.assign({}, ...tables)

let world: World
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const smtp = await openSmtp()
  const rdap: FakeRdap = await fakeRdap((response) => sayAbsent(response))
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-causes-'))
  const registries = join(folder, 'endpoints.json')
  await writeFile(registries, JSON.stringify({ net: { rdap: rdap.base, known: [knownTo('net')] } }))
  const here = await openRegistrarShop({
    env: { OUTBOUND_ALLOW: '127.0.0.1/32', AVAILABILITY_ENDPOINTS: registries },
  })
  const limited = await openShop({ env: { RATE_LIMIT_SCALE: '0.01', SMTP_URL: smtp.url } })
  closing.push(
    () => limited.close(),
    () => here.close(),
    () => smtp.close(),
    () => rdap.close(),
    () => rm(folder, { recursive: true }),
  )
  const { shop } = here
  const hash = await hashPassword(GOOD)
  const { own } = ownedIn(() => here)
  let names = 0
  const newName = (ending = 'org') => `cause-${++names}.${ending}`
  world = {
    ...here,
    smtp,
    newName,
    key: await keyOf(shop),
    limited: { shop: limited, admin: await limited.admin(), key: await keyOf(limited) },
    async withPassword() {
      const person = await shop.customer()
      await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
      return person
    },
    async own(person, name = newName()) {
      const { id, request_id } = await own(person, name)
      return { id, name, request_id }
    },
  }
})
afterAll(async () => {
  for (const close of closing) await close()
})

async function keyOf({ nodes, keys, at }: Shop): Promise<Ask> {
  const { key } = await makeServiceKey(nodes[0]!.database, keys, { days: 1, now: new Date() })
  return at(0, key)
}

const codes = [...new Set(endpoints.flatMap(({ procedure }) => Object.keys(procedure.errorMap)))]

test('each code of the contract has a cause, and each cause is of a code', () => {
  expect(Object.keys(causes).toSorted()).toEqual(codes.toSorted())
  expect(tables.flatMap((table) => Object.keys(table))).toHaveLength(codes.length)
})

interface Declared {
  status: number
  message: string
  data?: { '~standard': { validate(value: unknown): unknown } }
}

test.each(Object.entries(causes))('%s', async (code, cause) => {
  const { endpoint, person, params = {}, body, headers, key, isPersonal, after } = await cause(world)
  const found = endpoints.find(({ method, address }) => `${method} ${address}` === endpoint)
  if (!found) throw new Error(`no ${endpoint}`)
  const declared = (found.procedure.errorMap as Record<string, Declared>)[code]
  expect(declared, `${endpoint} declares it`).toBeDefined()
  const { status, message, data } = declared!

  const address = found.address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
  const isRead = found.method === 'GET'
  const query = isRead && body ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const byPerson = person?.call ?? world.shop.visitor
  const byProgram = found.access === 'admins' && !isPersonal ? (key ?? world.key) : byPerson
  try {
    const answers = []
    for (const [base, call] of [
      ['/api', byPerson],
      ['/api/v1', byProgram],
    ] as const)
      answers.push(await call(found.method, `${base}${address}${query}`, isRead ? undefined : body, headers))
    for (const answer of answers) {
      const { data: given, ...rest } = answer.body
      const request_id = answer.headers.get('x-request-id')
      expect(request_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      expect(rest).toEqual({ code, status, message, request_id })
      expect(answer.status).toBe(status)
      if (!data) expect(given).toBeUndefined()
      else expect(await data['~standard'].validate(given)).not.toHaveProperty('issues')
    }
    const [byApplication, byOther] = answers.map((answer) => answer.body.data as unknown)
    expect(byOther).toEqual(byApplication)
  } finally {
    await after?.()
  }
})
