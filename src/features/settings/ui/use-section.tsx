import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, createContext, useCallback, useContext, useMemo, type ReactNode } from 'react'
import { settingsApi } from './settings.api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { SectionId } from '../fields.ts'
import type { Settings } from '../settings.ts'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'

/** The settings and their versions, as the API returns them to an admin. */
export interface ShownSettings {
  values: Settings
  versions: Record<string, number>
  audit_removal_from: string | null
  mail: { server: boolean }
  sms: { sent: number; most: number; countries: 'all' | string[]; refused_countries: string[] } | null
}

export interface SectionProps {
  /** The element id of the section on the page. */
  id: SectionId
  shown: ShownSettings
}

/** How the settings of a section become the texts of a form, and back. */
export interface SectionForm<Draft> {
  toDraft: (values: Settings) => Draft
  toValues: (draft: Draft) => Partial<Settings>
  /** The draft by label, to compare it with the saved values when another admin has saved first. */
  summary: (draft: Draft) => Record<string, string>
}

/**
 * The state of one section of the settings. Until something is typed it shows what other admins save. After that it
 * is based on the values at that time: saving over a newer change is refused, and both versions are shown.
 */
export function useSectionForm<Draft>(id: string, form: SectionForm<Draft>, shown: ShownSettings) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<{ draft: Draft; base: ShownSettings }>()
  const base = edit?.base ?? shown
  const draft = edit?.draft ?? form.toDraft(shown.values)
  const isDirty = Boolean(edit) && !isSame(draft, form.toDraft(base.values))
  const { report: unsaved } = useContext(UnsavedContext)
  useEffect(() => {
    unsaved(id, isDirty)
    return () => unsaved(id, false)
  }, [unsaved, id, isDirty])

  const saving = useMutation({
    mutationFn: ({ sent, seen }: { sent: Draft; seen: ShownSettings }) => {
      const values = changed(form.toValues(sent), form.toValues(form.toDraft(seen.values)))
      const versions = Object.fromEntries(Object.keys(values).map((key) => [key, seen.versions[key] ?? 0]))
      return settingsApi.change.call({ values, versions })
    },
    onSuccess: (saved, { sent }) => {
      client.setQueryData(settingsApi.show.queryKey(), saved)
      // What was typed while the server saved is not saved yet.
      setEdit((now) => (now && !isSame(now.draft, sent) ? { draft: now.draft, base: saved } : undefined))
      toast.success(m.settings_saved())
    },
  })
  const failure = saving.error ? classifyFailure(saving.error) : undefined
  const refusal = failure?.kind === 'refused' ? failure : undefined
  const theirs = refusal?.code === 'CONFLICT' ? (refusal.data as ShownSettings) : undefined

  return {
    draft,
    /** All settings with what is typed here. */
    typed: (): Settings => ({ ...base.values, ...form.toValues(draft) }),
    isDirty,
    saving,
    set: (part: Partial<Draft>) => {
      if (saving.error && !theirs) saving.reset()
      setEdit({ draft: { ...draft, ...part }, base })
    },
    save: () => saving.mutate({ sent: draft, seen: base }),
    discard: () => {
      saving.reset()
      setEdit(undefined)
    },
    /** The error at a path inside a refused value; undefined if there is none. */
    errorAt: (key: keyof Settings, ...path: (string | number)[]) => {
      if (refusal?.code !== 'SETTING_INVALID') return undefined
      const invalid = refusal.data as { key: string; path: string[]; reason: string }
      const isHere = invalid.key === key && path.every((step, at) => invalid.path[at] === String(step))
      return isHere ? reasonMessage(invalid.reason) : undefined
    },
    conflict: theirs && {
      mine: form.summary(draft),
      theirs: form.summary(form.toDraft(theirs.values)),
      take: () => {
        client.setQueryData(settingsApi.show.queryKey(), theirs)
        saving.reset()
        setEdit(undefined)
      },
      // Prices that were typed in one currency are none in another.
      saveOver:
        theirs.values['shop.currency'] === base.values['shop.currency']
          ? () => {
              setEdit({ draft, base: theirs })
              saving.mutate({ sent: draft, seen: theirs })
            }
          : undefined,
    },
  }
}

export type Section<Draft> = ReturnType<typeof useSectionForm<Draft>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The values that differ from the saved ones; all if none differ, so that a save is never empty. */
function changed(wanted: Partial<Settings>, saved: Partial<Settings>): Partial<Settings> {
  const different = Object.entries(wanted).filter(
    ([key, value]) => !isSame(value, saved[key as keyof Settings]),
  )
  return different.length > 0 ? Object.fromEntries(different) : wanted
}

const sentences: Record<string, () => string> = {
  required: m.settings_reason_required,
  'too-long': m.settings_reason_too_long,
  'too-many': m.settings_reason_too_many,
  twice: m.settings_reason_twice,
  years: m.settings_reason_years,
  'none-searched': m.settings_reason_none_searched,
  amount: m.settings_reason_amount,
  'whole-amount': m.settings_reason_whole_amount,
  currency: m.settings_reason_currency,
  'same-currency': m.settings_reason_same_currency,
  rate: m.settings_reason_rate,
  step: m.settings_reason_step,
  email: m.settings_reason_email,
  phone: m.settings_reason_phone,
  whatsapp: m.settings_reason_whatsapp,
  ending: m.settings_reason_ending,
  glued: m.settings_reason_glued,
  country: m.common_please_choose_a_country,
  whole: m.settings_reason_whole,
  months: m.settings_reason_months,
  'audit-months': m.settings_reason_audit_months,
  promise: m.settings_reason_promise,
  days: m.settings_reason_days,
  'day-order': m.settings_reason_day_order,
  date: m.settings_reason_date,
  percent: m.settings_reason_percent,
  series: m.settings_reason_series,
  colour: m.settings_reason_colour,
  'number-used': m.settings_reason_number_used,
  'number-gap': m.settings_reason_number_gap,
  'time-zone': m.settings_reason_time_zone,
  'widget-id': m.settings_reason_widget_id,
  'web-address': m.settings_reason_web_address,
  // The kinds of facts about services.
  text: m.settings_reason_required,
  url: m.handover_invalid_url,
  host: m.handover_invalid_host,
  server: m.handover_invalid_server,
  ip: m.handover_invalid_ip,
  port: m.handover_invalid_port,
  security: m.handover_invalid_security,
  variable: m.settings_reason_variable,
  'variable-missing': () => m.settings_reason_variable_missing({ variable: '{subject}' }),
  'one-line': m.settings_reason_one_line,
}

/** The sentence for the reason of a refusal. It says how to correct the value. */
export const reasonMessage = (reason: string) => (sentences[reason] ?? m.settings_reason_other)()

/** The id of the subject that is on the screen: the others are rendered and hidden. */
export const OpenSectionContext = createContext('')

interface Unsaved {
  /** The ids of the sections with unsaved changes. */
  parts: ReadonlySet<string>
  /** Reports whether a section has unsaved changes. */
  report: (part: string, isUnsaved: boolean) => void
}

const UnsavedContext = createContext<Unsaved>({ parts: new Set(), report: () => {} })

/** The ids of the sections with unsaved changes. */
export const useUnsavedParts = () => useContext(UnsavedContext).parts

/** Confirms leaving a screen with unsaved changes: with a dialog for other screens, with the browser for other pages. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<Unsaved['report']>((part, isUnsaved) => {
    setParts((before) => {
      if (before.has(part) === isUnsaved) return before
      const after = new Set(before)
      if (isUnsaved) after.add(part)
      else after.delete(part)
      return after
    })
  }, [])
  const isUnsaved = parts.size > 0
  const unsaved = useMemo(() => ({ parts, report }), [parts, report])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return (
    <UnsavedContext value={unsaved}>
      {children}
      {isUnsaved ? <LeaveDialog /> : null}
    </UnsavedContext>
  )
}

function LeaveDialog() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={m.settings_leave_title()}
      confirm={m.settings_leave()}
      onConfirm={() => blocker.proceed?.()}
      danger
    >
      {m.settings_leave_about()}
    </ConfirmDialog>
  )
}
