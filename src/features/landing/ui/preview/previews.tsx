import { type ComponentProps, type ComponentType, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { decimalOf, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { shopColours } from '../../../../shared/shop-colours.ts'
import type { PreviewPart } from '../../../../shared/pages.ts'
import { Card } from '../../../../kit/Card.tsx'
import { LivePageContext, usePageData } from '../../../../kit/page/page-data.ts'
import { SignUpForm } from '../../../accounts/ui/visitor/SignUpScreen.tsx'
import { EndingResult } from '../../../availability/ui/EndingResult.tsx'
import { readOffers } from '../../../catalogue/catalogue.ts'
import { ChatHeader, EmptyChat } from '../../../chat/ui/ChatIntroduction.tsx'
import { useCountries } from '../../../countries/ui/CountryField.tsx'
import { domainProduct } from '../../../domains/ui/domain-product.ts'
import { sellerLines, sellerOf, titleOf } from '../../../money/invoices/invoice.ts'
import { PayTo } from '../../../money/ui/charges/PayTo.tsx'
import { nextSentence, RequestNext } from '../../../requests/ui/RequestNext.tsx'
import type { Request } from '../../../requests/ui/requests.api.ts'
import type { Settings } from '../../../settings/settings.ts'
import { ContactWays } from '../../../whatsapp/ui/ContactWays.tsx'
import { EndingPrices, OtherPrices, PlanPrices } from '../PriceLists.tsx'
import { PublicFooter, PublicHeader } from '../PublicFrame.tsx'
import { logoAddress } from '../../../settings/shop.ts'

/** What an example is about. */
const NAME = 'mawimbi'
const REFERENCE = 'K7M4PX9'

/** What customers see of each subject, of their own screens' parts. */
export const previews: Record<PreviewPart, ComponentType<{ settings: Settings }>> = {
  business: () => (
    <div className="-m-5">
      <PublicHeader inCart={0} />
      <PublicFooter />
    </div>
  ),
  contact: () => <ContactWays />,
  chat: ({ settings }) => {
    const minutes = settings['chat.widget'].provider === 'none' ? settings['chat.answerMinutes'] : null
    return (
      <>
        <ChatHeader minutes={minutes} />
        {minutes === null ? null : (
          <div className="rounded-card border border-line">
            <EmptyChat minutes={minutes} />
          </div>
        )}
      </>
    )
  },
  payments: Payment,
  prices: () => (
    <div className="flex flex-col gap-10">
      <PlanPrices />
      <OtherPrices />
      <EndingPrices />
    </div>
  ),
  endings: Endings,
  invoices: InvoiceHead,
  requests: ({ settings }) => <Answer isAtOnce={settings['requests.answer'] === 'at-once'} />,
  accounts: ({ settings }) => <Account country={settings['accounts.defaultCountry'] ?? ''} />,
}

/** The price of an example: of a name where the shop has one. */
function useExamplePrice() {
  const { domain, searched, comFrom, currency } = readOffers(usePageData())
  const [priced] = searched.flatMap((ending) => domain(`${NAME}.${ending}`) ?? [])
  return priced ?? (comFrom && comFrom.amount > 0 ? comFrom : moneyFromDecimal(10, currency))
}

function Payment() {
  const [method, setMethod] = useState('')
  const price = useExamplePrice()
  return <PayTo price={price} quotes={undefined} reference={REFERENCE} method={method} onMethod={setMethod} />
}

function Endings() {
  const { searched } = readOffers(usePageData())
  return (
    <>
      <ul aria-label={m.results_title()} className="mb-10 border-t border-line">
        {searched.map((suffix) => (
          <EndingResult
            key={suffix}
            name={`${NAME}.${suffix}`}
            first={{
              name: `${NAME}.${suffix}`,
              suffix,
              status: 'available',
              source: null,
              checkedAt: '',
              confirmed: true,
            }}
            isComplete
          />
        ))}
      </ul>
      <EndingPrices />
    </>
  )
}

/** The name, the tax numbers and the address as a receipt prints them, and the start of its number. */
function InvoiceHead({ settings }: { settings: Settings }) {
  const seller = sellerOf(settings)
  const [name, ...lines] = sellerLines(seller, { tin: m.invoices_tin, vrn: m.invoices_vrn })
  const { fill, text } = shopColours(seller.colour)
  return (
    <Card>
      <div aria-hidden className="mb-4 h-1.5" style={{ background: fill }} />
      <div className="flex flex-wrap items-start justify-between gap-4">
        {seller.logo ? (
          <img src={logoAddress(seller.logo)} alt={seller.name} className="h-11 w-auto" />
        ) : (
          <p className="text-lg font-bold">{seller.name}</p>
        )}
        <div className="ml-auto text-right">
          <p className="text-xl font-bold" style={seller.colour ? { color: text } : undefined}>
            {titleOf(seller) === 'receipt' ? m.invoices_receipt() : m.invoices_tax_invoice()}
          </p>
          <p className="font-bold tabular-nums">{settings['papers.invoiceSeries']}-2026-000001</p>
        </div>
      </div>
      <p className="mt-6 text-sm font-bold text-muted">{m.invoices_from()}</p>
      <p className="font-bold wrap-anywhere">{name}</p>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Card>
  )
}

/** A request right after it was sent. */
function Answer({ isAtOnce }: { isAtOnce: boolean }) {
  const price = useExamplePrice()
  const request = {
    id: '',
    user_id: '',
    requested_domain: `${NAME}.com`,
    status: isAtOnce ? 'available' : 'pending',
    price: isAtOnce ? decimalOf(price) : null,
    currency: price.currency,
    admin_feedback: null,
    suggestions: null,
    payment_confirmed: false,
    payer_name: null,
    receipt_number: null,
    payment_method: null,
    created_at: '',
    updated_at: '',
    version: 1,
    claim_rejection: null,
    reference: null,
    renews: null,
    in_delivery: false,
  } as Request
  const next: ComponentProps<typeof RequestNext> = {
    product: domainProduct,
    request,
    progress: isAtOnce ? 'offered' : 'asked',
    isExpired: false,
  }
  return (
    <Card className="flex flex-col gap-4">
      <p className="text-lg font-bold">{domainProduct.nameOf(request)}</p>
      <p className="font-semibold empty:hidden">{nextSentence(next)}</p>
      <RequestNext key={String(isAtOnce)} {...next} />
    </Card>
  )
}

function Account({ country }: { country: string }) {
  const page = usePageData()
  const countries = useCountries(country || page.home.code)
  const home = countries.list.find(({ code }) => code === country) ?? page.home
  return (
    <LivePageContext value={{ ...page, home }}>
      <h2 className="text-2xl font-black">{m.accounts_signup_heading()}</h2>
      <SignUpForm key={home.code} onSend={() => {}} onMailed={() => {}} />
    </LivePageContext>
  )
}
