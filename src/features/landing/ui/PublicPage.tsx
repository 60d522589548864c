import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { WovenBand } from '../../../kit/page/Logo.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import './public.css'
import { PublicFooter } from './PublicFooter.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import { PublicNotice } from './PublicNotice.tsx'

interface PublicPageProps {
  /** Names in the cart, where a script knows it. */
  inCart?: number
  /** Whoever is signed in, where a script knows it: stands in place of the ways in. */
  account?: ReactNode
  children: ReactNode
}

/** The frame of the pages that anybody may read: band, header, what the page says, footer. Needs no script. */
export function PublicPage({ inCart, account, children }: PublicPageProps) {
  const { notice } = usePageData()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:bg-card focus:p-3">
        {m.site_skip()}
      </a>
      <WovenBand />
      <PublicHeader {...(inCart && { inCart })} account={account} />
      <PublicNotice notice={notice} />
      <main id="main" className="flex-1">
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
