import { LogoMark } from '../../../kit/page/Logo.tsx'

/** The whole page while it is not yet known who is looking at it. */
export function Waiting({ words }: { words: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-muted">
      <LogoMark className="h-8 w-auto animate-breathe" />
      <p role="status">{words}</p>
    </main>
  )
}
