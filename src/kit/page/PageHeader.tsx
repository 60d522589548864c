import type { ReactNode } from 'react'
import headlineFont from '../fonts/bricolage-grotesque-800.woff2?url'

interface PageHeaderProps {
  title: ReactNode
  /** One sentence on the purpose of the screen. */
  children?: ReactNode
  actions?: ReactNode
}

/** The header of a screen: title, purpose and actions. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 xl:flex-nowrap">
      <div className="max-w-text">
        <h1 className="text-2xl font-black">{title}</h1>
        {children ? <p className="mt-1 text-muted">{children}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2 xl:shrink-0">{actions}</div> : null}
    </header>
  )
}

/** The links in the head of a public page: the font of its headlines, which the first paint needs. */
export const publicLinks = () => [
  { rel: 'preload', href: headlineFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]

/** The header of a public page: title and one sentence. */
export function PublicPageHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="max-w-text">
      <h1 className="font-display text-3xl font-black">{title}</h1>
      <p className="mt-3 text-lg text-muted">{children}</p>
    </header>
  )
}
