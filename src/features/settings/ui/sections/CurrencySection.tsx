import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../../client/staff/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { Settings } from '../../settings.ts'
import { WithPreview } from '../CustomerPreview.tsx'
import { currencyName } from '../form-fields.tsx'
import type { SectionProps } from '../use-section.tsx'

const CurrencyForm = loadedLater(() => import('./CurrencyForm.tsx').then((file) => file.CurrencyForm))

/** The shop's currency. The form that changes it is opened by a button, because it is needed once. */
export function CurrencySection({ id, shown }: SectionProps) {
  const { locale } = usePageData()
  const [isOpen, setOpen] = useState(false)
  const [converted, setConverted] = useState<Partial<Settings>>()
  const { 'shop.currency': currency } = shown.values
  const values = { ...shown.values, ...converted }
  return (
    <WithPreview preview={{ id, part: 'prices', values }}>
      <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {m.settings_currency()}
        </h2>
        <p className="mt-1 max-w-text text-muted">{m.settings_currency_about()}</p>
        <p className="my-5 font-semibold">{currencyName(currency, locale)}</p>
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <CurrencyForm
              shown={shown}
              onConverted={setConverted}
              onClose={() => {
                setOpen(false)
                setConverted(undefined)
              }}
            />
          </Suspense>
        ) : (
          <ReadOnlyUnless needs="settings.write">
            <Button variant="secondary" onClick={() => setOpen(true)}>
              {m.settings_currency_change()}
            </Button>
          </ReadOnlyUnless>
        )}
      </Card>
    </WithPreview>
  )
}
