import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { failureReason } from '../../../client/error-messages.ts'
import { refusedIn } from './placing.ts'

/** Why the order was not placed, and the way on: a log-in leads back here, with the cart. */
export function PlacingFailure({ error }: { error: unknown }) {
  if (!error) return null
  const failure = classifyFailure(error)
  if (failure.kind === 'session-ended')
    return (
      <div role="alert" className={`${look} bg-pending-ground text-pending`}>
        <p className="font-semibold">{m.checkout_login_needed()}</p>
        <p>{m.checkout_login_keeps()}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton to="/login?next=/checkout">{m.site_login()}</LinkButton>
          <LinkButton to="/signup?next=/checkout" variant="secondary">
            {m.site_signup()}
          </LinkButton>
        </div>
      </div>
    )
  const isIncomplete = failure.kind === 'refused' && failure.code === 'PROFILE_INCOMPLETE'
  const isChanged = failure.kind === 'refused' && failure.code === 'NOT_IN_CART'
  return (
    <div role="alert" className={`${look} bg-rejected-ground text-rejected`}>
      <b>{m.checkout_failed()}</b>{' '}
      {refusedIn(error).size > 0
        ? m.checkout_some_gone()
        : isChanged
          ? m.checkout_cart_changed()
          : failureReason(error, { words: {} })}
      {isIncomplete ? (
        <p>
          <LinkButton to="/dashboard/profile" variant="secondary" className="mt-3">
            {m.requests_complete_profile()}
          </LinkButton>
        </p>
      ) : null}
    </div>
  )
}

/** As a notice looks, but for its sign: these sentences bring their own. */
const look = 'rounded-control px-4 py-3'
