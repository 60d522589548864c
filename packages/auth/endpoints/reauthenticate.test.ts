import { afterAll, expect, test } from 'vitest'
import { GOOD, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'
import { personAt } from '../testing/refusals/world.ts'

const mails = mailbox()
const auth = await startAuth({}, mails.send)
afterAll(() => auth.close())

const NEW = 'Tembo-9-wanacheza'

test('an old session changes the password with the code that was mailed, and the current one', async () => {
  const me = await personAt(auth)
  await me.age()
  await me.nonce()
  const { code: nonce, kind } = mails.last(me.email)
  expect(kind).toBe('reauthentication')
  expect((await me.put({ password: NEW, nonce })).body.error_code).toBe('current_password_required')
  expect((await me.put({ password: NEW, nonce, current_password: GOOD })).status).toBe(200)
  await me.age()
  const again = await me.put({ password: 'Simba-5-analala', nonce, current_password: NEW })
  expect(again.body.error_code).toBe('reauthentication_not_valid')
  auth.clock.ahead(30 * 60_000)
  expect((await me.get()).status).toBe(200)
})
