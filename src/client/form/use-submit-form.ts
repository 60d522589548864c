import { type SyntheticEvent, useRef } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import {
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { type Sending, useSending } from './act.ts'

/** Thrown where a form is sent: what is wrong belongs to one field, which shows the message and gets the focus. */
export class FieldProblem extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

interface SubmitFormOptions<Values extends FieldValues, Answer>
  extends Sending<Answer, Values>, Pick<UseFormProps<Values>, 'defaultValues' | 'values'> {
  /** The sentence for a failure that belongs to no field, such as of `errorSentence`. */
  failure?: (error: unknown) => string
}

export interface SubmitForm<Values extends FieldValues, Answer> extends UseFormReturn<Values> {
  sending: UseMutationResult<Answer, Error, Values>
  /** The props of a field, with why its value is wrong. */
  field: <Name extends Path<Values>>(
    name: Name,
    rules?: RegisterOptions<Values, Name>,
  ) => UseFormRegisterReturn<Name> & { error: string | undefined }
  submit: (event: SyntheticEvent) => void
  busy: boolean
  /** Why it was not sent, unless a field says so. */
  failure: string | undefined
}

/**
 * A form on react-hook-form: its values, the wrong fields, of which the first gets the focus, and its sending, one at a
 * time. Screens whose first visit has no react-hook-form use `useStateForm`.
 */
export function useSubmitForm<Values extends FieldValues, Answer>({
  defaultValues,
  values,
  failure,
  ...act
}: SubmitFormOptions<Values, Answer>): SubmitForm<Values, Answer> {
  const form = useForm<Values>({
    ...(defaultValues && { defaultValues }),
    // What was typed stays when the server has newer values, with what is said of it since the field was left.
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepTouched: true } }),
  })
  const sending = useSending<Answer, Values>({
    ...act,
    onFailure(error) {
      if (error instanceof FieldProblem)
        form.setError(error.field as Path<Values>, { message: error.message }, { shouldFocus: true })
      return act.onFailure?.(error)
    },
  })
  const isSending = useRef(false)
  const { errors } = form.formState
  return {
    ...form,
    sending,
    field: (name, rules) => ({
      ...form.register(name, rules),
      error: errors[name]?.message as string | undefined,
    }),
    submit(event: SyntheticEvent) {
      // React events of a dialog also reach the form that opened it.
      event.stopPropagation()
      void form.handleSubmit((typed) => {
        if (isSending.current) return
        isSending.current = true
        const settle = () => void (isSending.current = false)
        // Not awaited: the form has been submitted once it is reset. The failure is shown from the mutation.
        sending.mutateAsync(typed as Values).then(settle, settle)
      })(event)
    },
    busy: sending.isPending,
    failure: sending.error && !(sending.error instanceof FieldProblem) ? failure?.(sending.error) : undefined,
  }
}
