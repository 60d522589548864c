import { Suspense } from 'react'
import { loadedLater } from '../loaded-later.ts'
import { Field } from './Field.tsx'
import type { DayInputProps } from './DayInput.tsx'

const DayInput = loadedLater(() => import('./DayInput.tsx').then((file) => file.DayInput))

/**
 * A day, shown as on every screen: a browser's own field would follow the language of the browser. It is typed with the day
 * first, or chosen in the browser's calendar. Its code is loaded when it is shown.
 */
export const DateField = (props: DayInputProps) => (
  <Suspense
    fallback={
      <Field label={props.label} hideLabel={props.hideLabel ?? false} className={props.className}>
        {({ id }) => <input id={id} disabled className="h-10 rounded-control bg-well" />}
      </Field>
    }
  >
    <DayInput {...props} />
  </Suspense>
)
