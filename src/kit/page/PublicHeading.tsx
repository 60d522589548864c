import type { ReactNode } from 'react'

/** What a public page is about, and one sentence on it. */
export function PublicHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="max-w-text">
      <h1 className="text-3xl font-black tracking-tighter">{title}</h1>
      <p className="mt-3 text-lg text-muted">{children}</p>
    </header>
  )
}
