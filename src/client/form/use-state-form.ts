import { type SyntheticEvent, useState } from 'react'
import { type Sending, useSending } from './act.ts'

interface StateFormOptions<Values extends object, Answer> extends Sending<Answer, Values> {
  /** The values at first. */
  start: Values | (() => Values)
  /** Why values can't be sent, by field. An empty sentence is not shown. */
  problemsOf?: (values: Values) => Partial<Record<keyof Values, string | false | undefined>>
  /** The sentence for a failure, such as of `errorSentence`. */
  failure?: (error: unknown) => string
  /** Whether the form starts over once it is sent. */
  startsOver?: boolean
}

/**
 * A form whose values are a state, for fields that depend on each other, and for screens whose first visit has no
 * react-hook-form, which weighs 10 KB. Like `useSubmitForm` it shows the wrong fields once it was submitted, gives the
 * first one the focus, and sends one at a time.
 */
export function useStateForm<Values extends object, Answer>({
  start,
  problemsOf,
  failure,
  startsOver = false,
  ...act
}: StateFormOptions<Values, Answer>) {
  const [values, setValues] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const sending = useSending<Answer, Values>({
    ...act,
    onDone(answer, input) {
      if (startsOver) {
        setValues(start)
        setChecked(false)
      }
      return act.onDone?.(answer, input)
    },
  })
  const problems: Partial<Record<keyof Values, string | false | undefined>> = problemsOf?.(values) ?? {}
  const wrong = Object.keys(problems).find((name) => typeof problems[name as keyof Values] === 'string')
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  const errorOf = (name: keyof Values): string | undefined => (isChecked && problems[name]) || undefined
  return {
    values,
    set,
    sending,
    isChecked,
    errorOf,
    /** The props of a field for a text. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) =>
        set({ [name]: target.value } as unknown as Partial<Values>),
      error: errorOf(name),
    }),
    submit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault()
      // React events of a dialog also reach the form that opened it.
      event.stopPropagation()
      setChecked(true)
      if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
      else if (!sending.isPending) sending.mutate(values)
    },
    busy: sending.isPending,
    failure: sending.error ? failure?.(sending.error) : undefined,
  }
}
