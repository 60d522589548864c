import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { useState, useSyncExternalStore } from 'react'
import { useServiceSettings } from '../service-settings.ts'
import { auth } from '../../../../client/session.ts'
import { orThrow } from './or-throw.ts'

/** A code on its way to a phone. */
interface Sent {
  factorId: string
  /** Unknown where the code was asked for from another page: it can't be answered here. */
  challengeId?: string | undefined
  /** When, in milliseconds since 1970. */
  at: number
}

const KEPT = 'kikoa-texted-code'
/** As long as the service takes an answer. */
const LIFE_MS = 5 * 60_000

/** Sends a code to a phone that is a factor. Throws the service's refusal. */
export async function textCode(factorId: string): Promise<Sent> {
  const { id } = orThrow(await auth.mfa.challenge({ factorId, channel: 'sms' }))
  return keep({ factorId, challengeId: id, at: Date.now() })
}

/**
 * The code that is on its way to a phone, the seconds until there may be another one, and the way to ask for it. It is
 * kept over a reload: phones drop a page while its reader looks at the message.
 */
export function useTextedCode(factorId: string) {
  const cooldown = useServiceSettings().data?.code_cooldown ?? 0
  const [sent, setSent] = useState(() => kept(factorId))
  const sending = useMutation({
    mutationFn: () => textCode(factorId),
    onSuccess: setSent,
    onError(error) {
      // One was sent already, from elsewhere: the waiting begins, at the latest, now.
      if ((error as AuthError).code === 'over_sms_send_rate_limit')
        setSent((last) => ({ ...last, factorId, at: Date.now() }))
    },
  })
  return { sent, sending, seconds: useSecondsUntil(sent ? sent.at + cooldown * 1000 : 0) }
}

/** Whole seconds until a moment, counted down; 0 once it has come. */
const useSecondsUntil = (moment: number) =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)))

function everySecond(tell: () => void) {
  const timer = setInterval(tell, 1000)
  return () => clearInterval(timer)
}

function keep(sent: Sent): Sent {
  sessionStorage.setItem(KEPT, JSON.stringify(sent))
  return sent
}

function kept(factorId: string): Sent | undefined {
  const sent = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Sent | null
  return sent?.factorId === factorId && Date.now() - sent.at < LIFE_MS ? sent : undefined
}
