/**
 * The rendering process. React and the router more than double a process's memory, so they are loaded only here. The
 * memory is freed when the process ends.
 */
import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import {
  legalPages,
  type Locale,
  locales,
  noticesOf,
  type PageData,
  PREVIEW_PATH,
} from '../../shared/pages.ts'
import { contentSecurityPolicy } from './policy.ts'
import type { RenderAnswer, RenderedPage, RenderOrder } from './pages.ts'
import { exampleOf, routePatterns } from './route-patterns.ts'

async function render(order: RenderOrder): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const locale of locales) {
    // oxlint-disable-next-line no-await-in-loop -- a build for each language
    const build = (await import(pathToFileURL(order.builds[locale]).href)) as ServerBuild
    const { pageContext } = build.entry.module as unknown as { pageContext: RouterContext<PageData> }
    const handle = createRequestHandler(build, 'production')
    for (const pattern of routePatterns(build.routes)) {
      for (const notice of [null, ...noticesOf(pattern)]) {
        const context = new RouterContextProvider()
        const legalPage = legalPageOf(order, pattern, locale)
        context.set(pageContext, {
          ...order.settings,
          year: order.year,
          locale,
          notice,
          ...(legalPage && { legalPage }),
        })
        // One after the other, because the language is global in the process during a rendering.
        // oxlint-disable-next-line no-await-in-loop
        const response = await handle(new Request(`http://own.invalid${exampleOf(pattern)}`), context)
        // oxlint-disable-next-line no-await-in-loop
        const html = await response.text()
        if (response.status >= 500) throw new Error(`${pattern} could not be rendered`)
        const status = isLegal(pattern) && !legalPage ? 404 : response.status
        pages.push(packed({ pattern, locale, notice, status }, html, order.frames))
      }
    }
  }
  return pages
}

/** A legal page without a text does not exist. */
const isLegal = (pattern: string) => legalPages.some((page) => pattern === `/${page}`)

/** The text of a legal page. It is only in that page, because all others carry their data too. */
function legalPageOf({ legal }: RenderOrder, pattern: string, locale: Locale): PageData['legalPage'] {
  const page = legalPages.find((one) => pattern === `/${one}`)
  const text = page && legal[page]?.[locale]
  return page && text ? { page, text } : undefined
}

function packed(
  page: Pick<RenderedPage, 'pattern' | 'locale' | 'notice' | 'status'>,
  text: string,
  frames: string,
): RenderedPage {
  const html = Buffer.from(text)
  const isFramed = page.pattern.startsWith(`${PREVIEW_PATH}/`)
  return {
    ...page,
    isFramed,
    html,
    brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    gzip: gzipSync(html, { level: 9 }),
    contentSecurityPolicy: contentSecurityPolicy(text, frames, isFramed),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
}

process.once('message', (order: RenderOrder) => {
  const answer = (reply: RenderAnswer) => process.send?.(reply, () => process.disconnect())
  render(order).then(
    (pages) => answer({ pages }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})
