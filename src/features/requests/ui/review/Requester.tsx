import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { CopyButton } from '../../../../kit/Copyable.tsx'
import { profileDetails } from '../../../../client/profile-labels.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { contactName } from '../../../../shared/people/person.ts'
import type { ReviewedRequest } from '../requests.api.ts'

/** The customer's name and contact details. */
export function Requester({ requester }: Pick<ReviewedRequest, 'requester'>) {
  const { locale } = usePageData()
  if (!requester) return <p className="text-sm text-danger">{m.review_profiles_failed()}</p>
  const { email, phone_number, country } = requester
  const contact = contactName(requester)
  return (
    <div className="min-w-0 text-sm">
      <p className="text-base wrap-anywhere">
        <CustomerLink customer={requester} />
        {contact ? <span className="text-muted"> · {contact}</span> : null}
      </p>
      {email ? (
        <p className="flex items-center gap-1 wrap-anywhere">
          <a
            href={`mailto:${encodeURIComponent(email)}`}
            className="inline-flex min-h-6 items-center text-primary underline-offset-4 hover:underline"
          >
            {email}
          </a>
          <CopyButton text={email} />
        </p>
      ) : null}
      <p className="text-muted">
        {phone_number ? (
          <a href={`tel:${phone_number}`} className="underline-offset-4 hover:underline">
            {phone_number}
          </a>
        ) : (
          '—'
        )}
        {' · '}
        {countryName(country, locale)}
      </p>
      {profileDetails(requester).map(({ column, label, value }) => (
        <p key={column} className="text-muted wrap-anywhere">
          {label}: {value}
        </p>
      ))}
    </div>
  )
}

/** The name of a country in the reader's language. Any other text is shown unchanged. */
function countryName(code: string | null, locale: string): string {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code || '—'
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
