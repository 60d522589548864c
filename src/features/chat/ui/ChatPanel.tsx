import type { ReactNode } from 'react'

/** The sheet that a chat stands on. Takes what room the screen leaves. */
export function ChatPanel({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <section
      aria-busy={busy}
      className="flex min-h-0 w-full max-w-[820px] flex-1 flex-col overflow-hidden rounded-card border border-line bg-ground"
    >
      {children}
    </section>
  )
}
