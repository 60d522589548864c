import type { QueryClient } from '@tanstack/react-query'
import type { InboxKind } from '../../inbox/kinds.data.ts'
import { kindTexts } from '../../inbox/ui/kind-texts.ts'
import type { Waiting } from '../../insights/ui/insights.api.ts'
import { notificationsApi } from './staff-notifications.api.ts'

let context: AudioContext | undefined

/** Plays two short tones. Silent until the page was clicked or typed in, as browsers demand. */
export function playTone(): void {
  context ??= new AudioContext()
  void context.resume()
  const { currentTime } = context
  for (const [delay, frequency] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const start = currentTime + delay
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.25, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.32)
  }
}

/** For this long the choices of the last arrival hold. */
const FRESH_MS = 10_000
/** For this long other tabs stay silent. */
const ONE_TAB_MS = 1_500

/** One of the open tabs plays. */
function playInOneTab(): void {
  void navigator.locks.request('kikoa-arrival-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    playTone()
    await new Promise((done) => setTimeout(done, ONE_TAB_MS))
  })
}

/** Plays if more of a kind waits than before, and the admin has chosen a sound and the kind. */
export async function soundArrival(client: QueryClient, before: Waiting, now: Waiting): Promise<void> {
  const { choices } = await client.fetchQuery(notificationsApi.read.queryOptions({ staleTime: FRESH_MS }))
  const count = (kind: InboxKind, waiting: Waiting) => kindTexts[kind].count(waiting)
  if (choices.sound && choices.kinds.some((kind) => count(kind, now) > count(kind, before))) playInOneTab()
}
