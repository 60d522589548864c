import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { settingsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { Settings } from '../settings.ts'
import { useUnsaved } from './unsaved.tsx'
import { reasonWords } from './reason-words.ts'

/** The settings as an admin's screen knows them. */
export interface Shown {
  values: Settings
  versions: Record<string, number>
  mail: { server: boolean; from: string | null }
  sms: { sent: number; most: number; countries: 'all' | string[]; refused_countries: string[] } | null
}

/** How some settings are edited together: what is typed for them, and what that stands for. */
export interface Plan<Draft> {
  read: (values: Settings) => Draft
  write: (draft: Draft) => Partial<Settings>
  /** What a draft says, by label: two of them are shown beside each other when somebody else was faster. */
  words: (draft: Draft) => Record<string, string>
}

/**
 * One section of the settings while it is edited. Untouched, it follows what others save; once something is typed it
 * stands on what was seen then, and a save over a newer change is refused with both shown.
 */
export function useSection<Draft>(plan: Plan<Draft>, shown: Shown) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<{ draft: Draft; on: Shown }>()
  const on = edit?.on ?? shown
  const draft = edit?.draft ?? plan.read(shown.values)
  const isDirty = Boolean(edit) && !isSame(draft, plan.read(on.values))
  const unsaved = useUnsaved()
  const id = useId()
  useEffect(() => {
    unsaved(id, isDirty)
    return () => unsaved(id, false)
  }, [unsaved, id, isDirty])

  const saving = useMutation({
    mutationFn: (base: Shown) => {
      const values = changed(plan.write(draft), plan.write(plan.read(base.values)))
      const versions = Object.fromEntries(Object.keys(values).map((key) => [key, base.versions[key] ?? 0]))
      return settingsApi.change.call({ values, versions })
    },
    onSuccess: (saved) => {
      client.setQueryData(settingsApi.show.queryKey(), saved)
      setEdit(undefined)
      toast.success(m.settings_saved())
    },
  })
  const failure = saving.error ? classifyFailure(saving.error) : undefined
  const refusal = failure?.kind === 'refused' ? failure : undefined
  const theirs = refusal?.code === 'CONFLICT' ? (refusal.data as Shown) : undefined

  return {
    draft,
    isDirty,
    saving,
    set: (part: Partial<Draft>) => {
      if (saving.error && !theirs) saving.reset()
      setEdit({ draft: { ...draft, ...part }, on })
    },
    save: () => saving.mutate(on),
    discard: () => {
      saving.reset()
      setEdit(undefined)
    },
    /** What stands at one place of what was refused; undefined where nothing is wrong. */
    errorAt: (key: keyof Settings, ...path: (string | number)[]) => {
      if (refusal?.code !== 'SETTING_INVALID') return undefined
      const invalid = refusal.data as { key: string; path: string[]; reason: string }
      const isHere = invalid.key === key && path.every((step, at) => invalid.path[at] === String(step))
      return isHere ? reasonWords(invalid.reason) : undefined
    },
    conflict: theirs && {
      mine: plan.words(draft),
      theirs: plan.words(plan.read(theirs.values)),
      take: () => {
        client.setQueryData(settingsApi.show.queryKey(), theirs)
        saving.reset()
        setEdit(undefined)
      },
      saveOver: () => {
        setEdit({ draft, on: theirs })
        saving.mutate(theirs)
      },
    },
  }
}

export type Section<Draft> = ReturnType<typeof useSection<Draft>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What differs from what stands there; all of it where nothing does, so that a save is never empty. */
function changed(wanted: Partial<Settings>, standing: Partial<Settings>): Partial<Settings> {
  const different = Object.entries(wanted).filter(
    ([key, value]) => !isSame(value, standing[key as keyof Settings]),
  )
  return different.length > 0 ? Object.fromEntries(different) : wanted
}
