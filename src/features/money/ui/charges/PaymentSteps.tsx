import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { QrCode } from '../../../../kit/QrCode.tsx'
import { textIn } from '../../../../shared/bilingual.ts'
import type { PaymentSteps as Steps } from '../../../settings/payment-steps.ts'

/** The placeholders of a step, such as the account. */
interface Typed {
  account: string
  reference: string
  amount: string
}

/** How one pays by a method, step by step, with what is typed at each, and the QR code of the account. */
export function PaymentSteps({ steps: { method, steps, qr }, typed }: { steps: Steps; typed: Typed }) {
  const { locale } = usePageData()
  const lines = textIn(steps, locale)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return (
    <details className="w-full">
      <summary className="cursor-pointer py-1 font-semibold">{m.pay_steps({ method })}</summary>
      <div className="mt-2 flex flex-wrap items-start gap-4">
        <ol className="min-w-0 flex-1 basis-56 list-decimal pl-6 text-sm">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line.replaceAll(/\((account|reference|amount)\)/g, (_, name: keyof Typed) => typed[name])}
            </li>
          ))}
        </ol>
        {qr ? (
          <QrCode
            text={qr}
            label={m.pay_qr({ method })}
            className="size-40 rounded-control border border-line"
          />
        ) : null}
      </div>
    </details>
  )
}
