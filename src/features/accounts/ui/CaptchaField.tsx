import { useEffect, useRef, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { getLocale } from '../../../paraglide/runtime.js'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { classes } from '../../../kit/classes.ts'
import { heardFrom } from './captcha-word.ts'

export type CaptchaState = { is: 'loading' | 'shown' | 'failed' } | { is: 'solved'; token: string }

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
export function CaptchaField({ frame, state, onState, onRenew }: CaptchaFieldProps) {
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
