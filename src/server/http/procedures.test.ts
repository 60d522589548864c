import { oc } from '@orpc/contract'
import { call, implement } from '@orpc/server'
import { expect, test } from 'vitest'
import { HashingBusy } from '@kikoa/auth'
import type { Context } from './context.ts'
import { authorize } from './procedures.ts'

const contract = oc.errors({ TOO_MANY_REQUESTS: { status: 429, message: 'Please wait a moment.' } })

test('a call that must hash a password while too many are hashed is refused as one too many', async () => {
  const procedure = implement(contract)
    .$context<Context>()
    .use(authorize)
    .handler(() => {
      throw new HashingBusy()
    })
  await expect(call(procedure, undefined, { context: {} as Context })).rejects.toMatchObject({
    defined: true,
    code: 'TOO_MANY_REQUESTS',
    status: 429,
  })
})
