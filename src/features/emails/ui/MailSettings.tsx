import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { outageMessage, refusalCode } from '../../../client/error-messages.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { MomentDay } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { emailsApi } from './emails.api.ts'
import { MailServers, OpenButton, ProfileLink, SetUpSteps } from './MailServers.tsx'

/** The settings of a mailbox on a phone that is not signed in, by the link in the QR code. */
export function MailSettings({ token }: { token: string }) {
  const query = useQuery(emailsApi.settings.queryOptions({ input: { token }, staleTime: Infinity }))
  if (query.isError)
    return refusalCode(query.error) === 'NOT_FOUND' ? (
      <>
        <h1 className="text-2xl font-black">{m.mailbox_link_void()}</h1>
        <p className="mt-2 text-muted">{m.mailbox_link_void_about()}</p>
        <LinkButton to="/login?next=/dashboard/emails" className="mt-6">
          {m.common_login()}
        </LinkButton>
      </>
    ) : (
      <ErrorState title={m.handover_failed()} query={query}>
        {outageMessage(query.error)}
      </ErrorState>
    )
  if (!query.data) return <CardSkeletons />
  const { email_address, webmail, incoming, outgoing, expires_at } = query.data
  return (
    <>
      <h1 className="text-2xl font-black wrap-anywhere">{email_address}</h1>
      {webmail ? (
        <p className="mt-4">
          <OpenButton to={webmail}>{m.mailbox_open_webmail()}</OpenButton>
        </p>
      ) : null}
      <h2 className="mt-6 text-lg font-bold">{m.mailbox_settings()}</h2>
      <p className="text-sm text-muted">{m.mailbox_settings_about()}</p>
      <MailServers email={email_address} incoming={incoming} outgoing={outgoing} />
      <h2 className="mt-6 text-lg font-bold">{m.mailbox_steps()}</h2>
      <SetUpSteps profile={<ProfileLink token={token} />} />
      <p className="mt-4 text-sm text-muted">
        {m.mailbox_link_until()} <MomentDay at={expires_at} />.
      </p>
    </>
  )
}
