import { useQuery } from '@tanstack/react-query'
import { settingsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { useHashTarget } from '../../../kit/page/scroll-to-hash.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { type ShownSettings, type SectionProps, UnsavedGuard } from './use-section.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import type { ComponentType } from 'react'
import { AccountsSection } from './sections/AccountsSection.tsx'
import { BusinessSection } from './sections/BusinessSection.tsx'
import { ChatSection, ContactSection } from './sections/ContactSections.tsx'
import { EndingsSection, PricesSection } from './sections/CatalogueSections.tsx'
import { MailSection } from './sections/MailSection.tsx'
import { PaymentsSection } from './sections/PaymentsSection.tsx'
import { RegistriesSection, RenewalsSection, RequestsSection } from './sections/DomainSections.tsx'

export const handle = { firstCalls: () => ['/api/admin/settings'] }

export const meta = pageTitle(() => ({ title: m.area_settings() }))

/** The settings of the shop, by subject. */
export default function SettingsScreen() {
  const { data, error, isFetching, refetch } = useQuery(settingsApi.show.queryOptions())
  useHashTarget(Boolean(data))
  return (
    <UnsavedGuard>
      <PageHeader title={m.area_settings()}>{m.settings_about()}</PageHeader>
      {data ? (
        <Sections shown={data} />
      ) : error ? (
        <ErrorState title={m.settings_failed()} onRetry={() => void refetch()} busy={isFetching}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <SettingsSkeleton />
      )}
    </UnsavedGuard>
  )
}

function Sections({ shown }: { shown: ShownSettings }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_200px]">
      <div className="flex min-w-0 flex-col gap-4">
        <MissingSettings shown={shown} />
        {sections.map(({ id, Form }) => (
          <Form key={id} id={id} shown={shown} />
        ))}
      </div>
      <nav aria-label={m.settings_subjects()} className="sticky top-20 max-xl:hidden">
        <ul className="border-l border-line">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block py-1.5 pl-4 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {title()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** What customers miss while a setting has no value, each with a link to the setting. */
function MissingSettings({ shown: { values, mail } }: { shown: ShownSettings }) {
  const isSilent = !values['business.email'] && !values['business.phone']
  const missing = [
    values['payments.accounts'].length === 0 && { to: 'payments', text: m.settings_missing_accounts() },
    !values['accounts.defaultCountry'] && { to: 'accounts', text: m.settings_missing_country() },
    !values['business.whatsapp'] && { to: 'contact', text: m.settings_missing_whatsapp() },
    isSilent && { to: 'contact', text: m.settings_missing_contact() },
    !mail.server && { to: 'mail', text: m.settings_missing_mail() },
  ].filter((one) => one !== false)
  if (missing.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-semibold">{m.settings_missing()}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {missing.map(({ to, text }) => (
          <li key={text}>
            {text}{' '}
            <a href={`#${to}`} className="font-semibold whitespace-nowrap underline underline-offset-4">
              {m.settings_set_it()}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The placeholder while the settings load. */
function SettingsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4 xl:mr-56">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1, 2].map((card) => (
        <Card key={card} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-10 w-full" />
        </Card>
      ))}
    </div>
  )
}

/** The subjects of the settings, in the order of the screen. */
export const sections: { id: string; title: () => string; Form: ComponentType<SectionProps> }[] = [
  { id: 'business', title: m.settings_business, Form: BusinessSection },
  { id: 'contact', title: m.settings_contact, Form: ContactSection },
  { id: 'chat', title: m.settings_chat, Form: ChatSection },
  { id: 'payments', title: m.settings_payments, Form: PaymentsSection },
  { id: 'prices', title: m.settings_prices, Form: PricesSection },
  { id: 'endings', title: m.settings_endings, Form: EndingsSection },
  { id: 'requests', title: m.settings_requests, Form: RequestsSection },
  { id: 'renewals', title: m.settings_renewals, Form: RenewalsSection },
  { id: 'accounts', title: m.settings_accounts, Form: AccountsSection },
  { id: 'mail', title: m.settings_mail, Form: MailSection },
  { id: 'registries', title: m.settings_registries, Form: RegistriesSection },
]
