import type { Locale, PageNotice, PageSettings } from '../../shared/pages.ts'

/** What the child is asked to render. */
export interface RenderOrder {
  /** Path of the server build's module. */
  build: string
  settings: PageSettings
  /** What pages with scripts may show in a frame; empty for nothing. */
  frames: string
  year: number
}

/** One page in one language, ready to be sent. */
export interface RenderedPage {
  /** The route's pattern: `/pricing`, `/dashboard/orders/:id`, `/*` for what leads nowhere. */
  pattern: string
  locale: Locale
  notice: PageNotice | null
  status: number
  html: Uint8Array
  brotli: Uint8Array
  gzip: Uint8Array
  contentSecurityPolicy: string
  etag: string
}

/** The child's answer: all pages, or what could not be rendered. */
export type RenderAnswer = { pages: RenderedPage[] } | { failure: string }
