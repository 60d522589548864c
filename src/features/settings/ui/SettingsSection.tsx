import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay, ReadOnlyUnless } from '../../../client/session/staff.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { EditConflict, Notice } from '../../../kit/Notice.tsx'
import type { PreviewPart } from '../../../shared/pages.ts'
import { WithPreview } from './CustomerPreview.tsx'
import type { Section } from './use-section.tsx'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'

interface SettingsSectionProps<Draft> {
  /** The element id, for links. */
  id: string
  title: string
  about: string
  section: Section<Draft>
  /** What customers see of the subject. */
  preview?: PreviewPart
  children: ReactNode
}

/** The settings of one subject, saved together. Errors are shown below the fields. */
export function SettingsSection<Draft>({
  id,
  title,
  about,
  section,
  preview,
  children,
}: SettingsSectionProps<Draft>) {
  const { saving, conflict, isDirty } = section
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (saving.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [saving.error])
  const card = (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-1 max-w-text text-muted">{about}</p>
      <form
        ref={form}
        noValidate
        aria-label={title}
        className="@container mt-5 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) section.save()
        }}
      >
        <ReadOnlyUnless needs="settings.write">{children}</ReadOnlyUnless>
        {conflict ? (
          <EditConflict
            title={m.settings_conflict()}
            mine={conflict.mine}
            theirs={conflict.theirs}
            onTake={conflict.take}
            onSaveOver={conflict.saveOver}
          />
        ) : (
          <SaveProblem error={saving.error} />
        )}
        <IfMay needs="settings.write">
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={saving.isPending}>
              {m.common_save()}
            </Button>
            {isDirty ? (
              <>
                <Button variant="quiet" onClick={section.discard}>
                  {m.settings_discard()}
                </Button>
                <p className="text-sm text-muted">{m.settings_unsaved()}</p>
              </>
            ) : null}
          </div>
        </IfMay>
      </form>
    </Card>
  )
  if (!preview) return card
  return <WithPreview preview={{ id, part: preview, values: section.typed() }}>{card}</WithPreview>
}

/** Why saving failed, if no field shows it. */
function SaveProblem({ error }: { error: unknown }) {
  if (!error) return null
  const failure = classifyFailure(error)
  const isField = failure.kind === 'refused' && failure.code === 'SETTING_INVALID'
  return (
    <Notice tone="error">
      <b>{m.settings_not_saved()}</b> {isField ? m.settings_look_at_field() : (outageMessage(error) ?? '')}
    </Notice>
  )
}
