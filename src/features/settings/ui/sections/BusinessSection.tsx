import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { INK } from '../../../../shared/shop-colours.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { LogoMark } from '../../../../kit/page/Logo.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { logoAddress } from '../../shop.ts'
import { settingsApi } from '../settings.api.ts'
import { labelsOf } from '../drafts.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import { CheckField } from '../form-fields.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** It is saved by its own buttons. */
const logo: OwnField<null> = {
  toDraft: () => null,
  toValues: () => ({}),
  textOf: () => '—',
  Field: ({ shown }) => <LogoField file={shown.values['business.logo']} />,
}

const colour: OwnField<string> = {
  toDraft: (values) => values['business.colour'] ?? '',
  toValues: (typed) => ({ 'business.colour': typed || null }),
  textOf: (typed) => typed || '—',
  Field: ColourField,
}

/** Name, logo and colour of the business. */
export const BusinessSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="business"
    shown={shown}
    own={{ 'business.logo': logo, 'business.colour': colour }}
    looks={{}}
  />
)

function ColourField({ value, onChange, errorAt }: OwnFieldProps<string>) {
  const labels = labelsOf('business.colour')
  return (
    <div className="grid gap-4">
      <CheckField
        label={labels.choose()}
        checked={value !== ''}
        onChange={(isChosen) => onChange(isChosen ? INK : '')}
      />
      {value ? (
        <TextField
          type="color"
          label={labels.colour()}
          description={m.settings_colour_about()}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          error={errorAt([])}
          className="max-w-40"
        />
      ) : null}
    </div>
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

const logoFailure = errorSentence(m.settings_logo_unreadable, {
  IMAGE_INVALID: m.settings_logo_unreadable,
  IMAGE_TOO_LARGE: m.settings_logo_too_large,
})

function logoErrorMessage(error: unknown): string {
  if (error instanceof DOMException || error instanceof RangeError) return m.settings_logo_unreadable()
  return logoFailure(error)
}

/** Twice the displayed size, for high-resolution screens. */
const drawLogo = async (file: File) =>
  (await import('../../../../kit/draw-picture.ts')).drawPicture(file, {
    width: 640,
    height: 160,
    type: 'image/png',
  })
