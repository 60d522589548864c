import { useId } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useAct } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { drawPicture } from '../../../../kit/draw-picture.ts'
import { claimsApi } from './claims.api.ts'

interface AddPhotoProps {
  reference: string
  /** Whether there is one already. */
  has: boolean
}

/** Adds a photo of the receipt, which is made small in the browser. */
export function AddPhoto({ reference, has }: AddPhotoProps) {
  const id = useId()
  const add = useAct({
    send: async (file: File) =>
      claimsApi.addPhoto.call({
        reference,
        image: await drawPicture(file, { width: 1_400, height: 1_800, type: 'image/jpeg' }),
      }),
    done: m.photo_added(),
    failure: errorSentence(m.photo_unreadable, { NOT_OPEN: m.payments_claim_decided }),
    stale: [claimsApi.key()],
  })
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {has ? m.photo_replace() : m.photo_add()}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={add.isPending}
        aria-describedby={`${id}-about`}
        className="w-full touch rounded-control border border-edge bg-card p-1.5 text-muted file:mr-3 file:rounded-[5px] file:border-0 file:bg-well file:px-3 file:py-1.5 file:text-sm file:font-semibold file:text-ink"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) add.mutate(file)
          target.value = ''
        }}
      />
      <p id={`${id}-about`} className="text-sm text-muted">
        {has ? m.photo_kept() : m.photo_about()}
      </p>
    </div>
  )
}
