import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { downloadFile } from '../../../../client/download.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { getLocale } from '../../../../paraglide/runtime.js'
import { daysOf, type ExportName, exportNames, type PeriodChoice } from '../../ledger/exports.ts'

export const meta = pageTitle(() => ({ title: m.exports_title() }))

const YEARS = 8

const texts: Record<ExportName, { title: () => string; about: () => string }> = {
  sales: { title: m.exports_sales, about: m.exports_sales_about },
  payments: { title: m.common_payments, about: m.exports_payments_about },
  invoices: { title: m.exports_invoices, about: m.exports_invoices_about },
  ledger: { title: m.exports_ledger, about: m.exports_ledger_about },
  vat: { title: m.exports_vat, about: m.exports_vat_about },
  margins: { title: m.margins_title, about: m.exports_margins_about },
  pdfs: { title: m.exports_pdfs, about: m.exports_pdfs_about },
}

/** The files of a month or a quarter for the owner's bookkeeping. */
export default function ExportsScreen() {
  const today = new Date(useNow())
  const [choice, setChoice] = useState<PeriodChoice>({
    year: today.getUTCFullYear(),
    unit: 'month',
    number: today.getUTCMonth() + 1,
  })
  const { year, unit, number } = choice
  return (
    <>
      <BackLink to="/admin/payments">{m.common_payments()}</BackLink>
      <PageHeader title={m.exports_title()}>{m.exports_about()}</PageHeader>
      <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3">
        <SegmentedControl
          className="max-sm:w-full!"
          label={m.exports_unit()}
          options={[
            { value: 'month', label: m.exports_month() },
            { value: 'quarter', label: m.exports_quarter() },
          ]}
          value={unit}
          onChange={(next) =>
            setChoice({
              year,
              unit: next,
              number: next === unit ? number : next === 'quarter' ? Math.ceil(number / 3) : number * 3 - 2,
            })
          }
        />
        <Select
          label={unit === 'month' ? m.exports_month() : m.exports_quarter()}
          value={String(number)}
          onChange={(event) => setChoice({ ...choice, number: Number(event.target.value) })}
          options={unit === 'month' ? monthOptions() : quarterOptions()}
        />
        <Select
          label={m.exports_year()}
          value={String(year)}
          onChange={(event) => setChoice({ ...choice, year: Number(event.target.value) })}
          options={Array.from({ length: YEARS }, (_, n) => String(today.getUTCFullYear() - n)).map((one) => ({
            value: one,
            label: one,
          }))}
        />
      </div>
      <Card className="py-2! sm:py-3!">
        <ul className="divide-y divide-line">
          {exportNames.map((name) => (
            <li key={name} className="flex items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <h2 className="font-semibold">{texts[name].title()}</h2>
                <p className="text-sm text-muted">{texts[name].about()}</p>
              </div>
              <DownloadButton name={name} choice={choice} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

const monthOptions = () => {
  const { format } = new Intl.DateTimeFormat(getLocale(), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, n) => ({
    value: String(n + 1),
    label: format(new Date(Date.UTC(2026, n, 1))),
  }))
}

const quarterOptions = () =>
  [1, 2, 3, 4].map((number) => ({ value: String(number), label: m.exports_quarter_of({ number }) }))

function DownloadButton({ name, choice }: { name: ExportName; choice: PeriodChoice }) {
  const save = useMutation({
    mutationFn: () => downloadFile(`/api/admin/exports/${name}?${new URLSearchParams(daysOf(choice))}`, name),
    onError: () => toast.error(m.exports_failed()),
  })
  return (
    <Button
      variant="secondary"
      size="small"
      className="shrink-0"
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {name === 'pdfs' ? m.exports_zip() : m.exports_csv()}
      <span className="sr-only">: {texts[name].title()}</span>
    </Button>
  )
}
