import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Banknote, FileText } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { TableList } from '../../../kit/list/TableList.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { type Charge, paymentsApi } from '../../money/ui/received/payments.api.ts'
import { PaymentList } from '../../money/ui/received/PaymentList.tsx'
import { RecordPayment } from '../../money/ui/charges/RecordPayment.tsx'
import { invoicesApi } from '../../money/ui/invoices/invoices.api.ts'
import { CustomerTax } from '../../money/ui/invoices/CustomerTax.tsx'
import { invoiceTitles, PdfButton } from '../../money/ui/invoices/InvoicesOf.tsx'
import { shownReference } from '../../money/charges/reference.ts'
import { chargeTitle } from '../../money/ui/charges/charge-title.ts'
import { UseCustomersCredit } from '../../money/ui/ledger/CreditUse.tsx'
import { CustomerCredit, useCustomerCredit } from '../../money/ui/ledger/CustomerCredit.tsx'
import type { SectionProps } from './section.tsx'

/** Rows of a list before "Load more". */
const SHOWN = 10

/** A customer's balance, what is due, payments, and invoices. */
export const MoneySection = (props: SectionProps) => (
  <>
    <PaymentsSection {...props} />
    <InvoicesSection {...props} />
  </>
)

/** A customer's balance, what is due, and what was claimed, received and paid back. */
function PaymentsSection({ profile }: SectionProps) {
  const heading = useId()
  const list = useInfiniteQuery(
    paymentsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ customer: profile, cursor, limit: SHOWN }),
    }),
  )
  return (
    <>
      <CustomerCredit profile={profile} />
      <AmountsDue profile={profile} />
      <section aria-labelledby={heading}>
        <h2 id={heading} className="mb-4 text-xl font-bold">
          {m.common_payments()}
        </h2>
        <PaymentList
          label={m.common_payments()}
          query={list}
          empty={<EmptyState icon={Banknote} title={m.payments_none()} />}
        />
      </section>
    </>
  )
}

/** What the customer has to pay, each with the service of a payment by hand and the use of their credit. */
function AmountsDue({ profile }: { profile: string }) {
  const heading = useId()
  const client = useQueryClient()
  const credit = useCustomerCredit(profile)
  const charges = useQuery(paymentsApi.charges.queryOptions({ input: { customer: profile } }))
  const due = charges.data?.items.filter(({ state }) => state === 'open')
  if (!due?.length) return null
  return (
    <section aria-labelledby={heading} className="mb-8">
      <h2 id={heading} className="mb-2 text-xl font-bold">
        {m.common_amounts_due()}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {due.map((charge) => (
          <li key={charge.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
            <DueFacts charge={charge} />
            <div className="flex flex-wrap gap-2">
              <IfMay needs="payments.write">
                <UseCustomersCredit
                  credit={credit.data?.items ?? []}
                  charge={{ id: charge.id, name: chargeTitle(charge) }}
                />
              </IfMay>
              <RecordPayment
                charge={charge.id}
                name={chargeTitle(charge)}
                onSaved={() => client.invalidateQueries({ queryKey: paymentsApi.key() })}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const DueFacts = ({ charge }: { charge: Charge }) => (
  <>
    <p className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
      <span className="font-semibold wrap-anywhere">{chargeTitle(charge)}</span>
      <span className="text-sm text-muted">
        <Copyable text={shownReference(charge.reference)} />
      </span>
    </p>
    <p className="font-semibold tabular-nums">{formatDecimal(charge.rest, charge.currency)}</p>
  </>
)

type Invoice = Awaited<ReturnType<typeof invoicesApi.reviewList.call>>['items'][number]

/** A customer's receipts, invoices and credit notes as PDF, and the tax details that are printed on them. */
function InvoicesSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    invoicesApi.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ user: profile, cursor, limit: SHOWN }),
    }),
  )
  return (
    <>
      <div className="mt-8 mb-2 flex items-end justify-between gap-4">
        <h2 className="text-xl font-bold">{m.customers_invoices()}</h2>
        <IfMay needs="payments.write">
          <CustomerTax profile={profile} />
        </IfMay>
      </div>
      <TableList
        label={m.customers_invoices()}
        query={list}
        columns={invoiceColumns}
        failed={m.invoices_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={FileText} title={m.customers_invoices_none()} />}
      />
    </>
  )
}

const invoiceColumns: Column<Invoice>[] = [
  {
    id: 'paper',
    header: m.customers_invoice(),
    heading: true,
    cell: ({ title, number }) => <Copyable text={number}>{`${invoiceTitles[title]()} ${number}`}</Copyable>,
  },
  {
    id: 'issued',
    header: m.customers_issued(),
    cell: ({ issued_on }) => <FormattedDate at={issued_on} />,
  },
  {
    id: 'amount',
    header: m.common_amount(),
    align: 'right',
    cell: ({ amount, currency }) => <span className="tabular-nums">{formatDecimal(amount, currency)}</span>,
  },
  {
    id: 'file',
    header: m.customers_file(),
    cell: ({ id, number }) => (
      <PdfButton address={`/api/admin/invoices/${id}/pdf`}>
        PDF <span className="sr-only">{number}</span>
      </PdfButton>
    ),
  },
]
