import type { AuthError } from '@supabase/auth-js'
import type { ProfileFields } from '../../../shared/profile.ts'
import type { SignUpInput } from './account-input.ts'
import type { Captcha } from './captcha.tsx'
import { auth, absoluteUrl, signOut } from '../../../client/session.ts'

/**
 * Makes an account; the profile is the server's work, from the data sent along. A session that comes back is
 * dropped: the first log-in is the person's own.
 * @param dialling the country's code, put before the number without its trunk zero.
 * @param search where the log-in is to lead, for the link of a mail.
 */
export async function signUp(
  input: SignUpInput,
  dialling: string,
  search: string,
  captcha: Pick<Captcha, 'spend'>,
): Promise<'done' | 'confirm-first' | 'phone-invalid' | AuthError> {
  // The rules of the world's phone numbers weigh more than this whole page: they come when they are needed.
  const { joinPhone } = await import('../phone.ts')
  const { email, password, phone, ...profile } = input
  const phone_number = joinPhone(dialling, phone)
  if (!phone_number) return 'phone-invalid'
  const { data, error } = await captcha.spend((options) =>
    auth.signUp({
      email: email.trim(),
      password,
      options: {
        ...options,
        data: { ...profile, phone_number } satisfies Partial<ProfileFields>,
        emailRedirectTo: absoluteUrl(`/login${search}`),
      },
    }),
  )
  if (error) return error
  if (!data.session) return 'confirm-first'
  await signOut('local')
  return 'done'
}
