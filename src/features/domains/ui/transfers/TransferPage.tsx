import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence, refusalCode } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { rowAnchor } from '../../../../kit/page/scroll-to-hash.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { transferPrice } from '../../../catalogue/catalogue.ts'
import { ProfileNotice } from '../../../requests/ui/submit-request.tsx'
import { domainProduct } from '../domain-product.ts'
import { transfersApi } from './transfers.api.ts'

/**
 * Asks for the transfer of a domain that the customer holds elsewhere.
 * @param name the one in the address; empty without one
 */
export function TransferPage({ name }: { name: string }) {
  return (
    <>
      <BackLink to="/dashboard/domains">{m.domains_back()}</BackLink>
      <PageHeader title={m.transfers_title()}>{m.transfers_about()}</PageHeader>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <TransferForm key={name} initial={name} />
        <Card>
          <h2 className="text-lg font-bold">{m.transfers_before()}</h2>
          <ol className="mt-3 grid list-decimal gap-2.5 pl-5">
            {[
              m.transfers_before_unlock(),
              m.transfers_before_code(),
              m.transfers_before_days(),
              m.transfers_before_email(),
            ].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  )
}

function TransferForm({ initial }: { initial: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { values, field, submit, busy, sending, failure } = useStateForm({
    start: { domain: initial, code: '' },
    problemsOf: ({ domain, code }) => ({
      domain: !domain.trim() && m.domains_empty(),
      code: !code.trim() && m.transfers_code_wrong(),
    }),
    send: (typed) => transfersApi.submit.call(typed),
    done: ({ status }) => (domainProduct.stages[status] === 'asked' ? m.transfers_sent() : undefined),
    async onDone({ id }) {
      await client.invalidateQueries({ queryKey: domainProduct.calls.list.key() })
      await navigate(`/dashboard/domains${rowAnchor('request', id)}`)
    },
    failure: sentence,
  })
  const isIncomplete = sending.error !== null && refusalCode(sending.error) === 'PROFILE_INCOMPLETE'
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label={m.transfers_name()}
          placeholder={m.domains_search_placeholder()}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          maxLength={300}
          {...field('domain')}
        />
        <TextField
          label={m.transfers_code()}
          description={m.transfers_code_help()}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={255}
          {...field('code')}
        />
        <Price typed={values.domain} />
        {isIncomplete ? (
          <ProfileNotice error={sending.error} failed={m.transfers_failed} />
        ) : failure ? (
          <Notice tone="error">{failure}</Notice>
        ) : null}
        <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
          {m.transfers_send()}
        </Button>
      </form>
    </Card>
  )
}

/** What the transfer of a typed name costs, and what is in it. */
function Price({ typed }: { typed: string }) {
  const { offers } = usePageData()
  const endings = offers?.endings.map(({ ending }) => ending) ?? []
  // The list of public suffixes is large, so it is loaded with the first name.
  const { data: name } = useQuery({
    queryKey: ['typed-domain', typed],
    queryFn: async () =>
      (await import('../../../products/domain-names.ts')).readDomainName(typed, endings) ?? null,
    enabled: typed.includes('.'),
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  const price = name && offers ? transferPrice(name, offers) : undefined
  return (
    <section aria-label={m.common_price()} className="rounded-control bg-well px-4 py-3">
      <p>
        <span className="text-sm text-muted">{m.common_price()}</span>{' '}
        <b>{price ? formatMoney(price) : name ? m.transfers_price_on_request() : m.transfers_price_name()}</b>
      </p>
      <p className="mt-1 text-sm text-muted">
        {m.transfers_price_includes()} {m.transfers_keeps()}
      </p>
    </section>
  )
}

const sentence = errorSentence(m.transfers_failed, {
  BAD_REQUEST: m.transfers_code_wrong,
  DOMAIN_NAME_INVALID: m.domains_invalid,
  NOT_OPEN: m.common_not_open_yet,
  ALREADY_OWNED: m.domains_already_owned,
  ALREADY_REQUESTED: m.domains_already_requested,
  TOO_MANY_OPEN: m.requests_too_many_open,
  TOO_MANY_REQUESTS: m.requests_too_many,
  NOT_SOLD: m.transfers_not_sold,
  NOT_REGISTERED: m.transfers_not_registered,
  HELD_HERE: m.transfers_held_here,
  BEING_DELIVERED: m.transfers_busy,
})
