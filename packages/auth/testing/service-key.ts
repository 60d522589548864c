import { GoTrueClient } from '@supabase/auth-js'
import { expect } from 'vitest'
import type { AuthMail } from '../auth.ts'
import { bearer, GOOD, someone, startAuth } from './auth-server.ts'

/** An id that no account has. */
export const NOBODY = '018f0000-0000-7000-8000-000000000000'

/** The status and the error code of an answer. */
export const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [
  status,
  body.error_code,
]

/** Starts the auth server. Gives the published client's admin calls with a service key. */
export async function startServiceKey(settings: Record<string, string> = {}) {
  const mails: AuthMail[] = []
  const auth = await startAuth(settings, async (_tx, mail) => void mails.push(mail))
  const key = await auth.keys.sign({ role: 'service_role' })
  const serviceAdmin = new GoTrueClient({ url: auth.url, headers: bearer(key), persistSession: false }).admin
  return {
    auth,
    mails,
    serviceAdmin,
    call: (method: string, path: string, body?: unknown) => auth.call(method, path, body, bearer(key)),
    async logIn(email: string, password: string) {
      return (await auth.client().signInWithPassword({ email, password })).error?.code ?? 'in'
    },
    async made(more: object = {}) {
      const email = someone()
      const { data, error } = await serviceAdmin.createUser({
        email,
        password: GOOD,
        email_confirm: true,
        ...more,
      })
      expect(error).toBeNull()
      return { email, id: data.user!.id, user: data.user! }
    },
    async factorOf(user: string, status = 'verified') {
      const [row] = await auth.sql(
        `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', $2) returning id`,
        [user, status],
      )
      return row!.id as string
    },
  }
}
