import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { m } from '../../../../paraglide/messages.js'
import { IfMay } from '../../../../client/session/staff.tsx'
import { downloadFile } from '../../../../client/download.ts'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { invoicesApi } from './invoices.api.ts'
import { ChargeTax } from './ChargeTax.tsx'

/** Only few invoices have the receipt of a tax authority. */
const QrCode = loadedLater(() => import('../../../../kit/QrCode.tsx').then((module) => module.QrCode))

interface InvoicesOfProps {
  charge: { id: string; isOpen: boolean }
  /** Without what each document is for. */
  brief?: boolean
  /** As admins see them: of any customer, with what can be entered about the tax. */
  forAdmins?: boolean
}

export const invoiceTitles = {
  receipt: m.invoices_receipt,
  'tax-invoice': m.invoices_tax_invoice,
  'credit-note': m.invoices_credit_note,
}

/** The invoices of an amount due as downloads: the pro forma while it is open, then its invoice and credit notes. */
export function InvoicesOf({ charge, brief = false, forAdmins = false }: InvoicesOfProps) {
  const input = { charge: charge.id }
  const own = useQuery({ ...invoicesApi.list.queryOptions({ input }), enabled: !forAdmins })
  const all = useQuery({ ...invoicesApi.reviewList.queryOptions({ input }), enabled: forAdmins })
  const invoices = (forAdmins ? all.data : own.data)?.items ?? []
  const at = forAdmins ? '/api/admin' : '/api'
  return (
    <ul className="flex flex-wrap items-center gap-2 empty:hidden">
      {charge.isOpen ? (
        <li>
          <PdfButton address={`${at}/charges/${charge.id}/pro-forma`}>{m.invoices_pro_forma()}</PdfButton>
        </li>
      ) : null}
      {invoices.map(({ id, title, number, fiscal, lines, currency }) => (
        <li key={id} className={classes('flex flex-wrap items-center gap-2', !brief && 'w-full')}>
          <PdfButton address={`${at}/invoices/${id}/pdf`}>
            {invoiceTitles[title]()} {number}
          </PdfButton>
          {fiscal ? <FiscalReceipt {...fiscal} /> : null}
          {brief ? null : <Lines number={number} lines={lines} currency={currency} />}
        </li>
      ))}
      {forAdmins ? (
        <IfMay needs="payments.write">
          <li>
            <ChargeTax charge={charge.id} />
          </li>
        </IfMay>
      ) : null}
    </ul>
  )
}

type Line = Awaited<ReturnType<typeof invoicesApi.list.call>>['items'][number]['lines'][number]

interface LinesProps {
  number: string
  lines: Line[]
  currency: string
  /** Without the amounts. */
  isShort?: boolean
}

/** What a document is for, line by line, as it is printed. */
function Lines({ number, lines, currency, isShort = false }: LinesProps) {
  return (
    <ul aria-label={m.invoices_lines({ number })} className="w-full text-sm text-muted">
      {lines.map(({ description, quantity, price, unit, amount }) => (
        <li key={description} className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere">{description}</span>
          {isShort ? null : (
            <span className="ml-auto tabular-nums">
              {unit && price !== null && quantity > 1
                ? `${quantity} × ${formatDecimal(price, currency)} · `
                : null}
              {formatDecimal(amount, currency)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the documents of an own amount due are for. One line alone has the amount that stands above it. */
export function InvoiceLines({ charge }: { charge: { id: string; amount: number } }) {
  const { data } = useQuery(invoicesApi.list.queryOptions({ input: { charge: charge.id } }))
  return data?.items.map(({ id, number, lines, currency }) => (
    <Lines
      key={id}
      number={number}
      lines={lines}
      currency={currency}
      isShort={lines.length === 1 && lines[0]!.amount === charge.amount}
    />
  ))
}

/** The receipt of the tax authority with its QR code. It may have been entered after the invoice was issued. */
function FiscalReceipt({ code, link }: { code: string; link: string | null }) {
  const text = m.invoices_fiscal({ code })
  return (
    <span className="flex items-center gap-2 text-sm">
      <Suspense>
        <QrCode text={link ?? code} label={text} className="size-20 shrink-0 rounded-control" />
      </Suspense>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer" className="text-primary underline underline-offset-4">
          {text}
        </a>
      ) : (
        <span className="text-muted">{text}</span>
      )}
    </span>
  )
}

export function PdfButton({ address, children }: { address: string; children: React.ReactNode }) {
  const save = useMutation({
    mutationFn: () => downloadFile(address, 'invoice.pdf'),
    onError: () => toast.error(m.invoices_failed()),
  })
  return (
    <Button variant="secondary" size="small" busy={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {children}
    </Button>
  )
}
