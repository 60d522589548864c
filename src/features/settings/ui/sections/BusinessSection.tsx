import { m } from '../../../../paraglide/messages.js'
import { INK } from '../../../../shared/colours/shop-colours.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { CheckField } from '../form-fields.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { settingsApi } from '../api.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { LogoMark } from '../../../../kit/page/Logo.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { logoAddress } from '../../shop.ts'

const form: SectionForm<{ name: string; colour: string }> = {
  toDraft: (values) => ({ name: values['business.name'], colour: values['business.colour'] ?? '' }),
  toValues: ({ name, colour }) => ({ 'business.name': name, 'business.colour': colour || null }),
  summary: ({ name, colour }) => ({ [m.settings_name()]: name, [m.settings_colour()]: colour || '—' }),
}

/** Name and logo of the business. */
export function BusinessSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_business()}
      about={m.settings_business_about()}
      section={section}
      preview="business"
    >
      <LogoField file={shown.values['business.logo']} />
      <TextField
        label={m.settings_name()}
        value={section.draft.name}
        onChange={(event) => section.set({ name: event.target.value })}
        error={section.errorAt('business.name')}
        autoComplete="organization"
        maxLength={60}
        className="max-w-md"
      />
      <CheckField
        label={m.settings_colour_choose()}
        checked={section.draft.colour !== ''}
        onChange={(isChosen) => section.set({ colour: isChosen ? INK : '' })}
      />
      {section.draft.colour ? (
        <TextField
          type="color"
          label={m.settings_colour()}
          description={m.settings_colour_about()}
          value={section.draft.colour}
          onChange={(event) => section.set({ colour: event.target.value })}
          error={section.errorAt('business.colour')}
          className="max-w-40"
        />
      ) : null}
    </SettingsSection>
  )
}

/** The current logo, with buttons that replace and remove it without saving the form. */
function LogoField({ file }: { file: string | null }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const shown = {
    onSuccess: (saved: unknown) => {
      client.setQueryData(settingsApi.show.queryKey(), saved as never)
      toast.success(m.settings_saved())
    },
  }
  const upload = useMutation({
    mutationFn: async (picture: File) => settingsApi.setLogo.call({ image: await drawLogo(picture) }),
    ...shown,
  })
  const remove = useMutation({
    mutationFn: () => settingsApi.change.call({ values: { 'business.logo': null } }),
    ...shown,
  })
  const error = upload.error ?? remove.error
  // One at a time: a late response would restore what the next call has changed.
  return (
    <div>
      <p id="logo-label" className="text-sm font-semibold">
        {m.settings_logo()}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-4">
        <span className="grid h-20 w-40 place-items-center rounded-control border border-line bg-well p-3">
          {file ? (
            <img src={logoAddress(file)} alt={m.settings_logo_now()} className="max-h-full max-w-full" />
          ) : (
            <LogoMark className="h-9 w-auto" />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-labelledby="logo-label"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [picture] = target.files ?? []
            if (picture) upload.mutate(picture)
            target.value = ''
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            busy={upload.isPending}
            disabled={remove.isPending}
            onClick={() => input.current?.click()}
          >
            {file ? m.settings_logo_replace() : m.settings_logo_choose()}
          </Button>
          {file ? (
            <Button
              variant="quiet"
              busy={remove.isPending}
              disabled={upload.isPending}
              onClick={() => remove.mutate()}
            >
              {m.settings_logo_remove()}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="mt-1.5 text-sm text-muted">{m.settings_logo_about()}</p>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {logoErrorMessage(error)}
        </p>
      ) : null}
    </div>
  )
}

function logoErrorMessage(error: unknown): string {
  if (error instanceof DOMException || error instanceof RangeError) return m.settings_logo_unreadable()
  return classifyFailure(error).kind === 'refused'
    ? m.settings_logo_unreadable()
    : (outageMessage(error) ?? m.settings_logo_unreadable())
}

/** Twice the displayed size, for high-resolution screens. */
const drawLogo = async (file: File) =>
  (await import('../../../../kit/draw-picture.ts')).drawPicture(file, {
    width: 640,
    height: 160,
    type: 'image/png',
  })
