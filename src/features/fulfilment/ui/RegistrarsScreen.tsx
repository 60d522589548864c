import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Plus, Store } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { useMay } from '../../../client/session/staff.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { CostsSection } from '../../settings/ui/costs/CostsSection.tsx'
import { type Account, registrarsApi } from './fulfilment.api.ts'
import { driverLabels } from './driver-labels.ts'
import { BookedBalance, TopUps, useBooks } from './AccountBooks.tsx'
import { accountFailure } from './account-failure.ts'

const AccountDialog = loadedLater(() => import('./AccountForm.tsx').then((file) => file.AccountDialog))

export const handle = { firstCalls: () => ['/api/admin/registrars'] }

export const meta = pageTitle(() => ({ title: m.fulfil_registrars() }))

/** The accounts at registrars: what each serves, its balance, and whether it answers. */
export default function RegistrarsScreen() {
  const list = useQuery(registrarsApi.list.queryOptions())
  const [edited, setEdited] = useState<Account | 'new'>()
  const may = useMay()
  const items = list.data?.items
  const add = may('settings.write') ? (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden className="size-4" />
      {m.fulfil_add_account()}
    </Button>
  ) : null
  return (
    <>
      <PageHeader
        title={m.fulfil_registrars()}
        actions={
          <>
            <LinkButton to="/admin/fulfilment" variant="secondary">
              {m.fulfil_title()}
            </LinkButton>
            {items?.length ? add : null}
          </>
        }
      >
        {m.fulfil_registrars_about()}
      </PageHeader>
      {list.isError && !items ? (
        <ErrorState title={m.fulfil_registrars_failed()} query={list}>
          {outageMessage(list.error)}
        </ErrorState>
      ) : items?.length === 0 ? (
        <EmptyState icon={Store} title={m.fulfil_registrars_none()} action={add}>
          {m.fulfil_registrars_none_about()}
        </EmptyState>
      ) : items ? (
        <ul className="flex flex-col gap-3">
          {items.map((account) => (
            <AccountCard key={account.id} account={account} onEdit={() => setEdited(account)} />
          ))}
        </ul>
      ) : (
        <CardSkeletons />
      )}
      {items?.length && may('settings.read') ? <CostsSection /> : null}
      {edited ? (
        <Suspense>
          <AccountDialog edited={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

function AccountCard({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const { id, name, driver, endings, balance, balance_at, currency, failure, failed_at, low_since } = account
  const may = useMay()
  const books = useBooks(id)
  const [asks, setAsks] = useState(false)
  const options = { stale: [registrarsApi.list.key()] }
  const test = useAct({
    send: () => registrarsApi.test.call({ id }),
    done: m.fulfil_tested(),
    failure: accountFailure,
    ...options,
  })
  const remove = useAct({
    send: () => registrarsApi.remove.call({ id }),
    onDone: () => setAsks(false),
    failure: errorSentence(m.fulfil_account_failed, { IN_USE: m.fulfil_account_in_use }),
    ...options,
  })
  return (
    <li className="rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted">{driverLabels[driver]()}</p>
        </div>
        {driver === 'manual' ? null : failed_at ? (
          <Badge tone="rejected" icon={CircleAlert}>
            {m.fulfil_no_answer()}
          </Badge>
        ) : low_since ? (
          <Badge tone="rejected">{m.fulfil_low_here()}</Badge>
        ) : (
          <Badge tone="available">{m.fulfil_answers()}</Badge>
        )}
      </div>
      <dl className="mt-3 grid gap-3 sm:flex sm:flex-wrap sm:gap-x-10">
        <div className="min-w-0">
          <dt className="text-sm text-muted">{m.fulfil_endings()}</dt>
          <dd className="font-semibold wrap-anywhere">
            {endings.length ? endings.map((ending) => `.${ending}`).join('  ') : m.fulfil_endings_none()}
          </dd>
        </div>
        {balance === null ? null : (
          <div>
            <dt className="text-sm text-muted">{m.fulfil_balance()}</dt>
            <dd className={low_since ? 'font-semibold text-danger' : 'font-semibold'}>
              {formatDecimal(balance, currency)}
              {balance_at ? (
                <span className="ml-2 text-sm font-normal text-muted">
                  <RelativeTime at={balance_at} />
                </span>
              ) : null}
            </dd>
          </div>
        )}
        {books?.top_ups.length ? <BookedBalance books={books} /> : null}
      </dl>
      {failed_at && failure ? (
        <Notice tone="warning" className="mt-3">
          {m.fulfil_words({ words: failure })}
        </Notice>
      ) : null}
      <div className="mt-3 -ml-3 flex flex-wrap gap-1">
        {driver === 'manual' ? null : (
          <LinkButton variant="quiet" size="small" to={`/admin/registrars/${id}/names`}>
            {m.names_title()}
            <span className="sr-only">: {name}</span>
          </LinkButton>
        )}
        {driver !== 'manual' && may('operations.write') ? (
          <Button variant="quiet" size="small" busy={test.isPending} onClick={() => test.mutate()}>
            {m.fulfil_test()}
            <span className="sr-only">: {name}</span>
          </Button>
        ) : null}
        {books ? <TopUps account={account} books={books} /> : null}
        {may('settings.write') ? (
          <>
            <Button variant="quiet" size="small" onClick={onEdit}>
              {m.fulfil_edit()}
              <span className="sr-only">: {name}</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
              {m.fulfil_remove()}
              <span className="sr-only">: {name}</span>
            </Button>
          </>
        ) : null}
      </div>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={m.fulfil_remove_title({ name })}
        confirm={m.fulfil_remove()}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        danger
      >
        {m.fulfil_remove_about()}
      </ConfirmDialog>
    </li>
  )
}
