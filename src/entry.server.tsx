import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { permissionForCall } from './app/endpoints.ts'
import { PermissionContext } from './client/first-calls.tsx'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { toLocale } from './shared/pages.ts'

export { pageContext } from './kit/page/page-data.ts'

/**
 * Renders one whole page. Pages are stored as strings, so streaming gains nothing. The language is set for the
 * duration of a rendering, so pages must be rendered one after the other.
 */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const data = context.staticHandlerContext.loaderData['root'] as { locale?: string } | undefined
  overwriteGetLocale(() => toLocale(data?.locale))
  let failure: unknown
  const page = (
    <PermissionContext value={permissionForCall}>
      <ServerRouter context={context} url={request.url} />
    </PermissionContext>
  )
  const body = await renderToReadableStream(page, { onError: (error) => void (failure = error) })
  await body.allReady
  if (failure) throw failure
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(body, { status, headers })
}
