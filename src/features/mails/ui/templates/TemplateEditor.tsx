import { type RefObject, useRef, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { locales, type Locale } from '../../../../shared/pages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { type TemplateName, templates } from '../../../settings/mail-templates.data.ts'
import type { TemplateText } from '../../../settings/mail-templates.ts'
import { SettingsSection } from '../../../settings/ui/SettingsSection.tsx'
import { type SectionForm, type ShownSettings, useSectionForm } from '../../../settings/ui/use-section.tsx'
import type { mailsApi } from '../mails.api.ts'
import { languageNames, templateLabels, variableLabels } from './template-labels.ts'
import { TemplatePreview } from './TemplatePreview.tsx'

/** The product's own words for every template, as the API returns them. */
type StandardTemplates = Awaited<ReturnType<typeof mailsApi.templates.call>>['items']

type Draft = Record<Locale, TemplateText>

const isSame = (one: TemplateText, other: TemplateText) =>
  one.subject.trim() === other.subject.trim() && one.text.trim() === other.text.trim()

/** A template's form. Words that are the product's own are stored as none, so that they follow later versions. */
function formOf(template: TemplateName, standard: Draft): SectionForm<Draft> {
  const key = `letters.${template}` as const
  return {
    toDraft: (values) => ({ en: values[key].en ?? standard.en, sw: values[key].sw ?? standard.sw }),
    toValues: ({ en, sw }) => ({
      [key]: { en: isSame(en, standard.en) ? null : en, sw: isSame(sw, standard.sw) ? null : sw },
    }),
    summary: (draft) =>
      Object.fromEntries(
        locales.flatMap((language) => [
          [`${languageNames[language]}: ${m.common_subject()}`, draft[language].subject],
          [`${languageNames[language]}: ${m.mail_templates_text()}`, draft[language].text],
        ]),
      ),
  }
}

function standardOf(template: TemplateName, items: StandardTemplates): Draft {
  const find = (language: Locale): TemplateText => {
    const { subject = '', text = '' } =
      items.find((item) => item.template === template && item.language === language) ?? {}
    return { subject, text }
  }
  return { en: find('en'), sw: find('sw') }
}

interface TemplateEditorProps {
  template: TemplateName
  shown: ShownSettings
  standard: StandardTemplates
}

/** The subject and the text of a template in both languages, beside what the customer gets. */
export function TemplateEditor({ template, shown, standard: items }: TemplateEditorProps) {
  const standard = standardOf(template, items)
  const section = useSectionForm(template, formOf(template, standard), shown)
  const [language, setLanguage] = useState<Locale>(usePageData().locale)
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <SettingsSection
        id={template}
        title={templateLabels[template]()}
        about={m.mail_templates_editor_about()}
        section={section}
      >
        {locales.map((one) => (
          <LanguageFields
            key={one}
            language={one}
            template={template}
            value={section.draft[one]}
            isStandard={isSame(section.draft[one], standard[one])}
            errorAt={(field) => section.errorAt(`letters.${template}`, one, field)}
            onChange={(part) => section.set({ [one]: { ...section.draft[one], ...part } })}
            onReset={() => section.set({ [one]: standard[one] })}
            onFocus={() => setLanguage(one)}
          />
        ))}
      </SettingsSection>
      <TemplatePreview
        template={template}
        language={language}
        onLanguage={setLanguage}
        subject={section.draft[language].subject}
        text={section.draft[language].text}
      />
    </div>
  )
}

interface LanguageFieldsProps {
  language: Locale
  template: TemplateName
  value: TemplateText
  isStandard: boolean
  errorAt: (field: keyof TemplateText) => string | undefined
  onChange: (part: Partial<TemplateText>) => void
  onReset: () => void
  onFocus: () => void
}

function LanguageFields(props: LanguageFieldsProps) {
  const { language, template, value, isStandard, errorAt, onChange, onReset, onFocus } = props
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const [last, setLast] = useState<keyof TemplateText>('text')

  function focused(field: keyof TemplateText) {
    setLast(field)
    onFocus()
  }

  /** Puts a variable where the cursor was last. */
  function insert(variable: string) {
    const field: RefObject<HTMLInputElement | HTMLTextAreaElement | null> =
      last === 'subject' ? subject : text
    const before = value[last]
    const from = field.current?.selectionStart ?? before.length
    const until = field.current?.selectionEnd ?? from
    onChange({ [last]: `${before.slice(0, from)}{${variable}}${before.slice(until)}` })
    const cursor = from + variable.length + 2
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(cursor, cursor)
    })
  }

  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{languageNames[language]}</legend>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span aria-hidden className="font-bold">
          {languageNames[language]}
        </span>
        {isStandard ? null : (
          <Button variant="quiet" size="small" onClick={onReset}>
            {m.mail_templates_reset()}
          </Button>
        )}
      </div>
      <TextField
        ref={subject}
        label={m.common_subject()}
        value={value.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
        onFocus={() => focused('subject')}
        lang={language}
        error={errorAt('subject')}
        maxLength={150}
        autoComplete="off"
      />
      <TextArea
        ref={text}
        label={m.mail_templates_text()}
        description={m.mail_templates_text_about()}
        rows={5}
        value={value.text}
        onChange={(event) => onChange({ text: event.target.value })}
        onFocus={() => focused('text')}
        lang={language}
        error={errorAt('text')}
        maxLength={3000}
      />
      <div role="group" aria-label={m.mail_templates_insert()} className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="text-sm text-muted">
          {m.mail_templates_insert()}
        </span>
        {templates[template].variables.map((variable) => (
          <Button
            key={variable}
            variant="secondary"
            size="small"
            title={`{${variable}}`}
            onClick={() => insert(variable)}
          >
            {variableLabels[variable]()}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
