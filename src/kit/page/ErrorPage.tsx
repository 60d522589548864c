import { isRouteErrorResponse, useRouteError } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../Button.tsx'
import { MessagePage } from './PlainMessage.tsx'
import { NotFoundPage } from './NotFound.tsx'

/** What somebody sees when a screen breaks: an apology and two ways on, nothing of the cause. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <MessagePage title={m.site_error_title()} text={m.site_error_text()}>
      <button type="button" className={buttonClasses('primary')} onClick={() => location.reload()}>
        {m.kit_try_again()}
      </button>
    </MessagePage>
  )
}
