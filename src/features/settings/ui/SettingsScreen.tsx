import { useQuery } from '@tanstack/react-query'
import { settingsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import {
  OpenSectionContext,
  type ShownSettings,
  type SectionProps,
  UnsavedGuard,
  useUnsavedParts,
} from './use-section.tsx'
import { Link, useLocation, useNavigate } from 'react-router'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Card } from '../../../kit/Card.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { BusinessSection } from './sections/BusinessSection.tsx'
import { ChatSection, ContactSection } from './sections/ContactSections.tsx'
import { CurrencySection } from './sections/CurrencySection.tsx'
import { EndingsSection, PricesSection } from './sections/CatalogueSections.tsx'
import { findSettings, type FoundSetting, reveal } from './find-settings.ts'
import { MissingSettings } from './MissingSettings.tsx'
import { PapersSection } from './sections/PapersSection.tsx'
import { ActivateSection, PaymentsSection } from './sections/PaymentsSection.tsx'
import { RegistriesSection, RenewalsSection, RequestsSection } from './sections/DomainSections.tsx'

const AccountsSection = loadedLater(() =>
  import('./sections/AccountsSection.tsx').then((file) => file.AccountsSection),
)
const AfterExpirySection = loadedLater(() =>
  import('./sections/AfterExpirySection.tsx').then((file) => file.AfterExpirySection),
)
const AnswersSection = loadedLater(() =>
  import('./sections/AnswersSection.tsx').then((file) => file.AnswersSection),
)
const MailSection = loadedLater(() => import('./sections/MailSection.tsx').then((file) => file.MailSection))
const MessagesSection = loadedLater(() =>
  import('./sections/MessagesSection.tsx').then((file) => file.MessagesSection),
)
const StepsSection = loadedLater(() =>
  import('./sections/StepsSection.tsx').then((file) => file.StepsSection),
)
const TemplatesSection = loadedLater(() =>
  import('./sections/TemplatesSection.tsx').then((file) => file.TemplatesSection),
)

export const handle = { firstCalls: () => ['/api/admin/settings'] }

export const meta = pageTitle(() => ({ title: m.area_settings() }))

/** The settings of the shop, by subject. */
export default function SettingsScreen() {
  const { data, error, isFetching, refetch } = useQuery(settingsApi.show.queryOptions())
  return (
    <UnsavedGuard>
      <PageHeader title={m.area_settings()}>{m.settings_about()}</PageHeader>
      {data ? (
        <Sections shown={data} />
      ) : error ? (
        <ErrorState title={m.settings_failed()} query={{ refetch, isFetching }}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <SettingsSkeleton />
      )}
    </UnsavedGuard>
  )
}

/** One subject at a time, which the URL hash names. The others are rendered too and retain what was typed. */
function Sections({ shown }: { shown: ShownSettings }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const unsaved = useUnsavedParts()
  const open = sections.find(({ id }) => `#${id}` === hash) ?? sections[0]!
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (!opened.has(open.id)) setOpened(new Set([...opened, open.id]))
  const forms = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<FoundSetting[]>([])
  const chosen = useRef<FoundSetting>(null)

  // The field can take the focus once its subject is visible.
  useEffect(() => {
    if (chosen.current?.section !== open.id) return
    reveal(chosen.current)
    chosen.current = null
  }, [open.id])

  function search(typed: string) {
    setQuery(typed)
    // The forms are read as they are shown: each label is there in the language of the screen.
    setFound(forms.current ? findSettings(forms.current, typed) : [])
  }

  function choose(setting: FoundSetting) {
    search('')
    if (setting.section === open.id) {
      reveal(setting)
      return
    }
    chosen.current = setting
    void navigate(`#${setting.section}`, { preventScrollReset: true })
  }

  return (
    <>
      <MissingSettings shown={shown} />
      <div className="mt-4 grid items-start gap-6 max-lg:gap-4 lg:grid-cols-[200px_minmax(0,1fr)]">
        <div className="grid grid-cols-[2fr_3fr] gap-3 max-lg:items-end lg:sticky lg:gap-4 lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:grid-cols-1 lg:grid-rows-[auto_minmax(0,1fr)]">
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault()
              if (found[0]) choose(found[0])
            }}
          >
            <TextField
              type="search"
              label={m.settings_search()}
              placeholder={m.users_search()}
              hideLabel
              value={query}
              onFocus={() => setOpened(new Set(sections.map(({ id }) => id)))}
              onChange={(event) => search(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
          </form>
          {query.trim() ? (
            <SearchResults found={found} onChoose={choose} />
          ) : (
            <>
              <div className="lg:hidden">
                <Select
                  label={m.settings_subjects()}
                  value={open.id}
                  onChange={(event) => void navigate(`#${event.target.value}`, { preventScrollReset: true })}
                  options={sections.map(({ id, title }) => ({
                    value: id,
                    label: unsaved.has(id) ? `${title()} · ${m.settings_unsaved()}` : title(),
                  }))}
                />
              </div>
              <Subjects open={open.id} unsaved={unsaved} />
            </>
          )}
        </div>
        <div ref={forms} className="min-w-0">
          <OpenSectionContext value={open.id}>
            {sections.map(({ id, title, Form, isLater }) => (
              <div key={id} data-section={id} hidden={id !== open.id}>
                {isLater && !opened.has(id) ? (
                  <h2>{title()}</h2>
                ) : (
                  <Suspense fallback={<Skeleton className="h-40" />}>
                    <Form id={id} shown={shown} />
                  </Suspense>
                )}
              </div>
            ))}
          </OpenSectionContext>
        </div>
      </div>
    </>
  )
}

interface SubjectsProps {
  /** The id of the subject on the screen. */
  open: string
  unsaved: ReadonlySet<string>
}

/** The subjects by group, beside the form. */
const Subjects = ({ open, unsaved }: SubjectsProps) => (
  <nav aria-label={m.settings_subjects()} className="overflow-y-auto max-lg:hidden">
    {groups.map(({ label, first, last }) => (
      <div key={first} className="mb-2">
        <p id={`${first}-group`} className="px-3 pb-1 text-sm font-bold">
          {label()}
        </p>
        <ul aria-labelledby={`${first}-group`} className="flex flex-col gap-0.5">
          {between(first, last).map(({ id, title }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                preventScrollReset
                aria-current={id === open || undefined}
                className="flex items-center justify-between gap-2 rounded-control px-3 py-1 text-sm text-muted -outline-offset-2 hover:bg-well hover:text-ink aria-[current=true]:bg-well aria-[current=true]:font-semibold aria-[current=true]:text-ink"
              >
                {title()}
                {unsaved.has(id) ? (
                  <span className="size-2 shrink-0 rounded-full bg-accent">
                    <span className="sr-only">{m.settings_unsaved()}</span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

interface SearchResultsProps {
  found: readonly FoundSetting[]
  onChoose: (setting: FoundSetting) => void
}

function SearchResults({ found, onChoose }: SearchResultsProps) {
  return (
    <div className="max-lg:col-span-2">
      <p role="status" className="text-sm text-muted">
        {found.length > 0 ? m.settings_search_hint() : m.settings_search_none()}
      </p>
      <ul aria-label={m.settings_search()} className="mt-1 flex max-h-96 flex-col gap-0.5 overflow-y-auto">
        {found.map((setting) => (
          <li key={`${setting.section} ${setting.label}`}>
            <button
              type="button"
              onClick={() => onChoose(setting)}
              className="w-full touch rounded-control px-3 py-2 text-left text-sm hover:bg-well"
            >
              <span className="block font-semibold">{setting.label ?? setting.title}</span>
              {setting.label ? <span className="block text-muted">{setting.title}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The placeholder while the settings load. */
function SettingsSkeleton() {
  return (
    <div aria-busy className="mt-4 flex flex-col gap-4 lg:ml-[224px]">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1].map((card) => (
        <Card key={card} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-10 w-full" />
        </Card>
      ))}
    </div>
  )
}

interface Section {
  id: string
  title: () => string
  Form: ComponentType<SectionProps>
  /** It is loaded when it is first opened, or somebody searches. */
  isLater?: boolean
}

/** The subjects of the settings, in the order of the screen. */
export const sections: Section[] = [
  { id: 'business', title: m.settings_business, Form: BusinessSection },
  { id: 'contact', title: m.settings_contact, Form: ContactSection },
  { id: 'chat', title: m.settings_chat, Form: ChatSection },
  { id: 'payments', title: m.settings_payments, Form: PaymentsSection },
  { id: 'steps', title: m.settings_steps, Form: StepsSection, isLater: true },
  { id: 'activate', title: m.settings_activate, Form: ActivateSection },
  { id: 'messages', title: m.settings_messages, Form: MessagesSection, isLater: true },
  { id: 'templates', title: m.settings_templates, Form: TemplatesSection, isLater: true },
  { id: 'currency', title: m.settings_currency, Form: CurrencySection },
  { id: 'papers', title: m.settings_papers, Form: PapersSection },
  { id: 'prices', title: m.settings_prices, Form: PricesSection },
  { id: 'endings', title: m.settings_endings, Form: EndingsSection },
  { id: 'requests', title: m.settings_requests, Form: RequestsSection },
  { id: 'answers', title: m.settings_answers, Form: AnswersSection, isLater: true },
  { id: 'renewals', title: m.settings_renewals, Form: RenewalsSection },
  { id: 'after-expiry', title: m.settings_after_expiry, Form: AfterExpirySection, isLater: true },
  { id: 'accounts', title: m.settings_accounts, Form: AccountsSection, isLater: true },
  { id: 'mail', title: m.settings_mail, Form: MailSection, isLater: true },
  { id: 'registries', title: m.settings_registries, Form: RegistriesSection },
]

/** The groups of the subjects, each with its first and its last one. */
const groups = [
  { label: m.settings_group_shop, first: 'business', last: 'chat' },
  { label: m.area_payments, first: 'payments', last: 'papers' },
  { label: m.settings_group_sales, first: 'prices', last: 'after-expiry' },
  { label: m.settings_group_system, first: 'accounts', last: 'registries' },
]

const indexOf = (wanted: string) => sections.findIndex(({ id }) => id === wanted)
const between = (first: string, last: string) => sections.slice(indexOf(first), indexOf(last) + 1)
