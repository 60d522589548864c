import type { ReactNode } from 'react'

/** The sheet that a chat stands on: as high as the screen leaves room for, so that the text field is always in sight. */
export function ChatPanel({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <section
      aria-busy={busy}
      className="flex h-[max(360px,calc(100dvh-272px))] max-w-[820px] flex-col overflow-hidden rounded-card border border-line bg-ground lg:h-[max(420px,calc(100dvh-236px))]"
    >
      {children}
    </section>
  )
}
