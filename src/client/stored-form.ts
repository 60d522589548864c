import { useEffect, useState } from 'react'
import type { FieldPathValue, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { saveTabTextFor, tabTextFor, useSession } from './session/session.ts'

interface StoredForm {
  /** Whether something typed before a reload was restored. */
  isRestored: boolean
  /** Deletes the stored values, after the form was sent. */
  clear: () => void
}

/**
 * Stores the changed values of a form in this tab, and restores them after a reload. A log-out deletes them.
 * @param name unique among the user's forms, such as with the name of what it is about
 */
export function useStoredForm<Values extends FieldValues>(
  { setValue, subscribe }: UseFormReturn<Values>,
  name: string,
): StoredForm {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.userId : ''
  const key = `form ${name}`
  const [stored] = useState(() => tabTextFor(person, key))
  useEffect(() => {
    const values = JSON.parse(stored || '{}') as Values
    for (const [field, value] of Object.entries(values))
      setValue(field as Path<Values>, value as FieldPathValue<Values, Path<Values>>, { shouldDirty: true })
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values: typed, dirtyFields = {} }) => {
        const changed = Object.entries(typed).filter(([field]) => field in dirtyFields)
        saveTabTextFor(person, key, changed.length ? JSON.stringify(Object.fromEntries(changed)) : '')
      },
    })
  }, [setValue, subscribe, stored, person, key])
  return { isRestored: stored !== '', clear: () => saveTabTextFor(person, key, '') }
}
