import { AuthApiError, type AuthError } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { serviceSettings, useServiceSettings } from '../auth-service.ts'
import { m } from '../../../../paraglide/messages.js'
import { getLocale } from '../../../../paraglide/runtime.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { classes } from '../../../../kit/classes.ts'

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

type CaptchaState = { is: 'loading' | 'shown' | 'failed' } | { is: 'solved'; token: string }

/** Longer than any network takes that still lets people log in. */
const PATIENCE_MS = 20_000
const STRANGER = 'allow-scripts allow-same-origin allow-forms allow-popups'
const [LEAST, MOST] = [65, 640]

interface CaptchaFieldProps {
  frame: string
  state: CaptchaState
  onState: (state: CaptchaState) => void
  onRenew: () => void
}

/**
 * The widget of the operator's captcha service, in a document of its own: this page's policy allows no script from
 * elsewhere. What the frame says counts when it comes from this very frame and from its origin.
 */
function CaptchaField({ frame, state, onState, onRenew }: CaptchaFieldProps) {
  const element = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(LEAST)
  const { origin } = new URL(frame, window.location.href)

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== element.current?.contentWindow || event.origin !== origin) return
      const word = heardFrom(event.data)
      if (word?.captcha === 'size') setHeight(Math.min(MOST, Math.max(LEAST, word.height)))
      else if (word?.captcha === 'solved') onState({ is: 'solved', token: word.token })
      else if (word) onState({ is: word.captcha === 'failed' ? 'failed' : 'shown' })
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [origin, onState])

  useEffect(() => {
    if (state.is !== 'loading') return undefined
    const late = setTimeout(() => onState({ is: 'failed' }), PATIENCE_MS)
    return () => clearTimeout(late)
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
          // A stranger leads the page nowhere; with our own origin these words would hold nothing back.
          sandbox={origin === window.location.origin ? undefined : STRANGER}
          className="block w-full border-0"
        />
      </div>
    </div>
  )
}

/** What the document around the captcha says (`public/captcha-frame.js`). */
const captchaWord = z.discriminatedUnion('captcha', [
  z.object({ captcha: z.literal('shown') }),
  z.object({ captcha: z.literal('expired') }),
  z.object({ captcha: z.literal('failed') }),
  z.object({ captcha: z.literal('size'), height: z.number() }),
  z.object({ captcha: z.literal('solved'), token: z.string().check(z.minLength(1)) }),
])

/** Reads a message of the frame; undefined for what is none, such as a browser extension's. */
const heardFrom = (data: unknown): z.output<typeof captchaWord> | undefined =>
  captchaWord.safeParse(data).data
