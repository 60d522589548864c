import { AuthApiError, type AuthError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { CaptchaField, type CaptchaState } from './CaptchaField.tsx'
import { serviceSettings, useServiceSettings } from './service-settings.ts'

/** What a call of the auth client takes along. */
export interface CaptchaOptions {
  captchaToken?: string
}

export interface Captcha {
  /** The widget, for the form; nothing where the operator asks for none. */
  field: ReactNode
  /**
   * Makes a call with the token of the widget, which then makes another one: a token is good for one call. Without a
   * token that is needed there is no call, but its error `captcha_needed`.
   */
  spend<Outcome extends { error: AuthError | null }>(
    call: (options: CaptchaOptions) => Promise<Outcome>,
  ): Promise<Outcome | { data: undefined; error: AuthError }>
}

/** The captcha of a form that asks the auth service for something a visitor may ask for. */
export function useCaptcha(): Captcha {
  const client = useQueryClient()
  const frame = useServiceSettings().data?.captcha_frame
  const [state, setState] = useState<CaptchaState>({ is: 'loading' })
  const [round, setRound] = useState(0)
  const renew = useCallback(() => {
    setState({ is: 'loading' })
    setRound((last) => last + 1)
  }, [])
  return {
    field: frame ? (
      <CaptchaField key={round} frame={frame} state={state} onState={setState} onRenew={renew} />
    ) : null,
    async spend(call) {
      // Where the settings can't be had, the service itself says whether it wants a token.
      const settings = await client.ensureQueryData(serviceSettings).catch(() => undefined)
      if (!settings?.captcha_frame) return call({})
      if (state.is !== 'solved') return { data: undefined, error: needed() }
      try {
        return await call({ captchaToken: state.token })
      } finally {
        renew()
      }
    },
  }
}

const needed = () => new AuthApiError('The captcha has not been solved', 400, 'captcha_needed')
