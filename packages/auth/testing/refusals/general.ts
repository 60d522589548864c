import { request } from 'node:http'
import type { Refused, Scenarios, World } from './world.ts'

/** Refusals that every call can get: unknown addresses, wrong bodies, and temporary failures. */
export function generalRefusals({ open, closed, person, refresh }: World) {
  // This call waits for its deadline, so it starts before the others and runs in parallel.
  const late = unfinishedCall(`${open.url}/signup`)
  return {
    '400 bad_json': () => open.call('POST', '/otp', '{'),
    '404 not_found': () => open.call('GET', '/nowhere'),
    async '409 conflict'() {
      const { id, session } = await person()
      const held = await open.database.pool.connect()
      try {
        await held.query('begin')
        await held.query('select from auth.sessions where user_id = $1 for update', [id])
        return await refresh(session.refresh_token)
      } finally {
        await held.query('rollback')
        held.release()
      }
    },
    '413 request_entity_too_large': () => open.call('POST', '/otp', { data: { x: 'x'.repeat(1_100_000) } }),
    async '429 over_request_rate_limit'() {
      const guess = { type: 'email', email: 'a@example.com', token: '000000' }
      await closed.call('POST', '/verify', guess)
      return closed.call('POST', '/verify', guess)
    },
    async '500 unexpected_failure'() {
      await open.sql('alter table auth.users rename to users_away')
      try {
        return await open.call('POST', '/recover', { email: 'a@example.com' })
      } finally {
        await open.sql('alter table auth.users_away rename to users')
      }
    },
    '503 unexpected_failure': () =>
      open.call(
        'GET',
        `/authorize?provider=away&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`,
      ),
    '504 request_timeout': () => late,
  } satisfies Scenarios
}

/** A call whose body never ends. */
const unfinishedCall = (url: string) =>
  new Promise<Refused>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': '100' }
    const call = request(url, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => {
          resolve({ status: answer.statusCode!, body: JSON.parse(text) as Refused['body'] })
          call.destroy()
        })
    })
    call.on('error', reject)
    call.write('{')
  })
