import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { TextArea } from '../../../../kit/form/Field.tsx'
import { legalPages, type LegalPage, type Locale, locales } from '../../../../shared/pages.ts'
import { legalTitles } from '../../legal/legal-titles.ts'
import type { Settings } from '../../settings.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import { settingsApi } from '../settings.api.ts'
import type { ShownSettings } from '../use-section.tsx'

type Typed = Record<Locale, string>

const languageLabels: Record<Locale, () => string> = { en: m.settings_in_english, sw: m.settings_in_swahili }

const isEmpty = (typed: Typed) => locales.every((locale) => !typed[locale].trim())

const fieldOf = (page: LegalPage): OwnField<Typed> => ({
  toDraft: (values) => values[`legal.${page}`] ?? { en: '', sw: '' },
  toValues: (typed) => ({ [`legal.${page}`]: isEmpty(typed) ? null : typed }) as Partial<Settings>,
  textOf: (typed) =>
    locales
      .map((locale) => typed[locale])
      .join('\n\n')
      .trim() || '—',
  Field: (props) => <LegalField {...props} page={page} />,
})

/** The terms, the privacy notice and the refund policy, each in both languages, or none. */
export const LegalSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="legal"
    shown={shown}
    own={
      Object.fromEntries(legalPages.map((page) => [`legal.${page}`, fieldOf(page)])) as Record<
        `legal.${LegalPage}`,
        OwnField<unknown>
      >
    }
    looks={{}}
  />
)

function LegalField({ page, value, onChange, errorAt }: OwnFieldProps<Typed> & { page: LegalPage }) {
  const templates = useQuery(settingsApi.legalTemplates.queryOptions())
  const template = templates.data?.items.find((item) => item.page === page)?.text
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-semibold">{legalTitles[page]()}</legend>
      {isEmpty(value) && template ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" size="small" onClick={() => onChange(template)}>
            {m.settings_legal_template()}
          </Button>
          <p className="text-sm text-muted">{m.settings_legal_template_about()}</p>
        </div>
      ) : null}
      {locales.map((locale) => (
        <TextArea
          key={locale}
          label={languageLabels[locale]()}
          description={locale === 'en' ? m.settings_legal_format() : undefined}
          rows={6}
          maxLength={20_000}
          className="[&_textarea]:max-h-96"
          value={value[locale]}
          onChange={({ target }) => onChange({ ...value, [locale]: target.value })}
          error={errorAt([locale])}
        />
      ))}
    </fieldset>
  )
}
