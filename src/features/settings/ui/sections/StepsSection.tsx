import { m } from '../../../../paraglide/messages.js'
import { textIn } from '../../../../shared/bilingual.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import type { PaymentSteps } from '../../payment-steps.ts'
import { RowList } from '../form-fields.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'

type Row = Omit<PaymentSteps, 'qr'> & { qr: string }

const form: SectionForm<{ rows: Row[] }> = {
  toDraft: (values) => ({ rows: values['payments.steps'].map((row) => ({ ...row, qr: row.qr ?? '' })) }),
  toValues: ({ rows }) => ({
    'payments.steps': rows.map((row) => ({ ...row, qr: row.qr.trim() || null })),
  }),
  summary: ({ rows }) => ({
    [m.settings_steps()]: rows
      .map((row) => [row.method, row.steps, row.qr].filter(Boolean).join('\n'))
      .join('\n\n'),
  }),
}

/** How customers pay by each method, step by step. */
export function StepsSection({ id, shown }: SectionProps) {
  const { locale } = usePageData()
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_steps()}
      about={m.settings_steps_about()}
      section={section}
      preview="payments"
    >
      <RowList
        label={m.settings_steps()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={{ method: '', steps: '', qr: '' }}
        add={m.settings_add_method()}
        nameOf={({ method }) => method}
        summaryOf={({ steps }) => textIn(steps, locale).split('\n')[0] ?? ''}
        isRefused={(_, at) => Boolean(errorAt('payments.steps', at))}
        most={20}
      >
        {(row, change, at) => (
          <div className="grid flex-1 gap-3">
            <TextField
              label={m.settings_method()}
              value={row.method}
              onChange={(event) => change({ method: event.target.value })}
              error={errorAt('payments.steps', at, 'method')}
              maxLength={200}
            />
            <TextArea
              label={m.settings_steps_lines()}
              description={m.settings_steps_lines_about()}
              rows={8}
              value={row.steps}
              onChange={(event) => change({ steps: event.target.value })}
              error={errorAt('payments.steps', at, 'steps')}
              maxLength={3000}
            />
            <TextField
              label={m.settings_steps_qr()}
              optional
              value={row.qr}
              onChange={(event) => change({ qr: event.target.value })}
              error={errorAt('payments.steps', at, 'qr')}
              maxLength={500}
              autoComplete="off"
            />
          </div>
        )}
      </RowList>
    </SettingsSection>
  )
}
