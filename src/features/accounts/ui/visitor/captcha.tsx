import type { AuthError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { authSettingsQuery, useAuthSettings } from '../auth-service.ts'
import { m } from '../../../../paraglide/messages.js'
import { getLocale } from '../../../../paraglide/runtime.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { classes } from '../../../../kit/classes.ts'

export interface CaptchaOptions {
  captchaToken?: string
}

export interface Captcha {
  /** The widget; null where no captcha is configured. */
  field: ReactNode
  /**
   * Calls with the token of the widget, then renews the widget: a token is good for one call. If a required token is
   * missing, it returns the error `captcha_needed` without calling.
   */
  spend<Outcome extends { error: AuthError | null }>(
    call: (options: CaptchaOptions) => Promise<Outcome>,
  ): Promise<Outcome | { data: undefined; error: AuthError }>
}

/** The captcha of a visitor's form. */
export function useCaptcha(): Captcha {
  const client = useQueryClient()
  const frame = useAuthSettings().data?.captcha_frame
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
      // If the settings can't be loaded, the server's answer shows whether a token is required.
      const settings = await client.ensureQueryData(authSettingsQuery).catch(() => undefined)
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

/** The error that the server would answer. Its class would load the auth client. */
const needed = () =>
  Object.assign(new Error('The captcha has not been solved'), {
    name: 'AuthApiError',
    status: 400,
    code: 'captcha_needed',
  }) as unknown as AuthError

type CaptchaState = { is: 'loading' | 'shown' | 'failed' } | { is: 'solved'; token: string }

const LOAD_TIMEOUT_MS = 20_000
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups'
const [LEAST, MOST] = [65, 640]

interface CaptchaFieldProps {
  frame: string
  state: CaptchaState
  onState: (state: CaptchaState) => void
  onRenew: () => void
}

/**
 * The widget of the captcha service in an iframe: this page's policy allows no foreign script. Messages count only from
 * this frame and its origin.
 */
function CaptchaField({ frame, state, onState, onRenew }: CaptchaFieldProps) {
  const element = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(LEAST)
  const { origin } = new URL(frame, window.location.href)

  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== element.current?.contentWindow || event.origin !== origin) return
      const message = parseCaptchaMessage(event.data)
      if (message?.captcha === 'size') setHeight(Math.min(MOST, Math.max(LEAST, message.height)))
      else if (message?.captcha === 'solved') onState({ is: 'solved', token: message.token })
      else if (message) onState({ is: message.captcha === 'failed' ? 'failed' : 'shown' })
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [origin, onState])

  useEffect(() => {
    if (state.is !== 'loading') return undefined
    const timer = setTimeout(() => onState({ is: 'failed' }), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state.is, onState])

  return (
    <div aria-busy={state.is === 'loading'} className="grid gap-2">
      {state.is === 'failed' ? (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={onRenew}>
              {m.kit_try_again()}
            </Button>
          }
        >
          {m.captcha_unloaded()}
        </Notice>
      ) : null}
      <div className={classes('relative', state.is === 'failed' && 'hidden')}>
        {state.is === 'loading' ? <Skeleton className="absolute inset-0" /> : null}
        <iframe
          ref={element}
          title={m.captcha_title()}
          src={`${frame}?language=${getLocale()}`}
          height={height}
          allow=""
          // A foreign frame must not navigate this page. For our own origin a sandbox would have no effect.
          sandbox={origin === window.location.origin ? undefined : SANDBOX}
          className="block w-full border-0"
        />
      </div>
    </div>
  )
}

/** A message of `public/captcha-frame.js`. */
type CaptchaMessage =
  | { captcha: 'shown' | 'expired' | 'failed' }
  | { captcha: 'size'; height: number }
  | { captcha: 'solved'; token: string }

/** Undefined for other messages, such as a browser extension's. */
function parseCaptchaMessage(data: unknown): CaptchaMessage | undefined {
  const { captcha, height, token } = (data ?? {}) as Record<string, unknown>
  if (captcha === 'shown' || captcha === 'expired' || captcha === 'failed') return { captcha }
  if (captcha === 'size' && typeof height === 'number') return { captcha, height }
  if (captcha === 'solved' && typeof token === 'string' && token) return { captcha, token }
  return undefined
}
