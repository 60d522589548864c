import { isRouteErrorResponse, useRouteError } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { buttonLook } from '../button-look.ts'
import { PlainMessage } from './PlainMessage.tsx'
import { NotFoundMessage } from './NotFound.tsx'

/** What somebody sees when a screen breaks: an apology and two ways on, nothing of the cause. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundMessage />
  return (
    <PlainMessage title={m.site_error_title()} text={m.site_error_text()}>
      <button type="button" className={buttonLook('primary')} onClick={() => location.reload()}>
        {m.kit_try_again()}
      </button>
    </PlainMessage>
  )
}
