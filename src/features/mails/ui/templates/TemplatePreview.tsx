import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { locales, type Locale } from '../../../../shared/pages.ts'
import { Card } from '../../../../kit/Card.tsx'
import { useDebouncedValue } from '../../../../kit/form/debounce.ts'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { TemplateName } from '../../../settings/mail-templates.data.ts'
import { mailsApi } from '../mails.api.ts'
import { languageNames } from './template-labels.ts'

interface TemplatePreviewProps {
  template: TemplateName
  language: Locale
  onLanguage: (language: Locale) => void
  subject: string
  text: string
}

/**
 * The text of a template as the server would send it with what is typed, once the typing pauses. Its HTML is not shown:
 * the page's policy lets no text become markup.
 */
export function TemplatePreview({ template, language, onLanguage, subject, text }: TemplatePreviewProps) {
  const input = {
    template,
    language,
    subject: useDebouncedValue(subject, 400),
    text: useDebouncedValue(text, 400),
  }
  const { data, isError } = useQuery({
    ...mailsApi.previewTemplate.queryOptions({ input }),
    placeholderData: (before) => before,
  })
  return (
    <Card aria-labelledby="letter-preview" className="flex flex-col gap-4 xl:sticky xl:top-20">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="letter-preview" className="text-lg font-bold">
            {m.mail_templates_preview()}
          </h2>
          <p className="text-sm text-muted">{m.mail_templates_preview_about()}</p>
        </div>
        <SegmentedControl<Locale>
          label={m.mail_templates_preview()}
          value={language}
          onChange={onLanguage}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      {data ? (
        <>
          <p lang={language} className="font-semibold wrap-anywhere">
            {data.subject}
          </p>
          <pre
            lang={language}
            className="rounded-control border border-line bg-ground p-4 font-sans text-sm wrap-anywhere whitespace-pre-wrap"
          >
            {data.text}
          </pre>
        </>
      ) : isError ? (
        <Notice tone="error">{m.mail_templates_preview_failed()}</Notice>
      ) : (
        <Skeleton className="h-[520px] w-full" />
      )}
    </Card>
  )
}
