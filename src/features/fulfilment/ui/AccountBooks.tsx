import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { useMay } from '../../../client/session/staff.tsx'
import { methodLabel } from '../../catalogue/ui/method-label.ts'
import { Button } from '../../../kit/Button.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { type Column, DataTable } from '../../../kit/list/DataTable.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { decimalOf, formatDecimal, moneyFromDecimal } from '../../../shared/money/money.ts'
import type { Account } from './fulfilment.api.ts'
import { type Books, type TopUp, topUpsApi } from './top-ups.api.ts'

const TopUpForm = loadedLater(() => import('./TopUpForm.tsx').then((file) => file.TopUpForm))

/** The books of an account. Undefined for those who may not see money, and until they are loaded. */
export function useBooks(account: string): Books | undefined {
  const may = useMay()
  const { data } = useQuery({ ...topUpsApi.books.queryOptions(), enabled: may('payments.read') })
  return data?.items.find(({ id }) => id === account)
}

/** What the registrar says is there beyond what is booked. */
function differenceOf({ booked, read, currency }: Books): number {
  if (read === null) return 0
  const [there, here] = [read, booked].map((amount) => moneyFromDecimal(amount, currency).amount)
  return decimalOf({ currency, amount: there! - here! })
}

/** The balance in the books of the shop, and how much the registrar's own differs from it. */
export function BookedBalance({ books }: { books: Books }) {
  const { booked, currency, under_way } = books
  const difference = differenceOf(books)
  return (
    <>
      <div>
        <dt className="text-sm text-muted">{m.topups_booked()}</dt>
        <dd className="font-semibold">{formatDecimal(booked, currency)}</dd>
      </div>
      {difference ? (
        <div>
          <dt className="text-sm text-muted">{m.topups_difference()}</dt>
          <dd className="font-semibold text-pending">
            {formatDecimal(difference, currency)}
            {under_way ? (
              <span className="ml-2 text-sm font-normal text-muted">
                {m.topups_under_way({ amount: formatDecimal(under_way, currency) })}
              </span>
            ) : null}
          </dd>
        </div>
      ) : null}
    </>
  )
}

/** The buttons for top-ups: to enter one, and to see the latest. */
export function TopUps({ account, books }: { account: Account; books: Books }) {
  const may = useMay()
  const [open, setOpen] = useState<'new' | 'list'>()
  const onClose = () => setOpen(undefined)
  const { top_ups } = books
  // With the first one the books say what the registrar says.
  const start = top_ups.length ? 0 : differenceOf(books)
  return (
    <>
      {may('payments.write') ? (
        <Button variant="quiet" size="small" onClick={() => setOpen('new')}>
          {m.topups_enter()}
          <span className="sr-only">: {account.name}</span>
        </Button>
      ) : null}
      {top_ups.length ? (
        <Button variant="quiet" size="small" onClick={() => setOpen('list')}>
          {m.topups_title()}
          <span className="sr-only">: {account.name}</span>
        </Button>
      ) : null}
      <Dialog
        open={open === 'new'}
        onClose={onClose}
        title={m.topups_enter()}
        description={m.topups_enter_about({ name: account.name })}
      >
        {open === 'new' ? (
          <Suspense fallback={<Skeleton className="h-60 w-full" />}>
            <TopUpForm account={account} start={start} onClose={onClose} />
          </Suspense>
        ) : null}
      </Dialog>
      <Dialog open={open === 'list'} onClose={onClose} title={m.topups_title()} description={account.name}>
        <DataTable
          label={m.topups_title()}
          columns={columns(may('payments.write'))}
          rows={top_ups}
          keyOf={({ id }) => id}
          empty={null}
        />
      </Dialog>
    </>
  )
}

const columns = (mayUndo: boolean): Column<TopUp>[] => [
  {
    id: 'date',
    header: m.topups_date(),
    heading: true,
    cell: ({ date, note, method }) => (
      <>
        <FormattedDate at={date} />
        <span className="block text-sm font-normal text-muted">
          {[method === null ? m.topups_opening() : methodLabel(method), note].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'amount',
    header: m.topups_credited(),
    align: 'right',
    cell: ({ amount, currency, paid, undone_at }) => (
      <>
        {undone_at ? <s>{formatDecimal(amount, currency)}</s> : formatDecimal(amount, currency)}
        {paid.amount !== amount || paid.currency !== currency ? (
          <span className="block text-sm text-muted">{formatDecimal(paid.amount, paid.currency)}</span>
        ) : null}
      </>
    ),
  },
  {
    id: 'undo',
    header: m.topups_state(),
    align: 'right',
    cell: (topUp) =>
      topUp.undone_at ? (
        <span className="text-muted">{m.topups_undone()}</span>
      ) : mayUndo ? (
        <AskedButton
          variant="quiet"
          title={m.topups_undo_title({ amount: formatDecimal(topUp.amount, topUp.currency) })}
          about={m.topups_undo_about()}
          confirm={m.topups_undo()}
          danger
          act={{
            send: () => topUpsApi.undoTopUp.call({ id: topUp.id }),
            failure: errorSentence(m.topups_failed),
            stale: [topUpsApi.books.key()],
          }}
        >
          {m.topups_undo()}
        </AskedButton>
      ) : (
        m.topups_booked_state()
      ),
  },
]
