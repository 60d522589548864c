import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { serviceWords } from './service-words.ts'

interface SendAgainProps {
  send: (options: CaptchaOptions) => Promise<{ error: AuthError | null }>
}

/** Another mail for who got none. The server sends one a minute and says nothing of it. */
export function SendAgain({ send }: SendAgainProps) {
  const captcha = useCaptcha()
  const sending = useMutation({
    mutationFn: () => captcha.spend(send),
    onSuccess: ({ error }) =>
      error ? toast.error(serviceWords(error)) : toast.success(m.accounts_sent_again()),
  })
  return (
    <>
      <Button
        variant="quiet"
        className="mt-1 -ml-4 underline underline-offset-4"
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {m.accounts_send_again()}
      </Button>
      {captcha.field}
    </>
  )
}
