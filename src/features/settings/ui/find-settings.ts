import { matching } from '../../../shared/texts/matching.ts'
import { keysOf } from '../../../shared/pick.ts'
import { fields, sections } from '../fields.data.ts'
import type { SectionId } from '../fields.ts'
import { fieldsOf, labelOf, labelsOf } from './drafts.ts'

/** A section of the settings, or one label in it. */
export interface FoundSetting {
  section: SectionId
  title: string
  /** The label of a field or of a choice; null for the section itself. */
  label: string | null
}

/** The sections and settings whose labels have all words of the query, in the order of the screen. */
export function findSettings(query: string, currency: string): FoundSetting[] {
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const settings = keysOf(sections).flatMap((section) => {
    const about = { section, title: sections[section].title() }
    // Two fields of a section may have the same label.
    const labels = new Set(fieldsOf(section).flatMap((key) => labelsAt(key, currency)))
    return [{ ...about, label: null }, ...[...labels].map((label) => ({ ...about, label }))]
  })
  const found = new Set(
    words.reduce<readonly FoundSetting[]>(
      (left, word) => matching(left, ({ label, title }) => label ?? title, word),
      settings,
    ),
  )
  return settings.filter((setting) => found.has(setting))
}

/** The labels of a setting on the screen. */
function labelsAt(key: keyof typeof fields, currency: string): string[] {
  const { [key]: field } = fields
  if (field.labels) return Object.values<() => string>(labelsOf(key)).map((label) => label())
  if (field.inputs) return Object.values(field.inputs).map((input) => labelOf(input, currency))
  return [labelOf(field, currency), ...(field.options ?? []).map(({ label }) => label())]
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

/** Opens the row that the field of a label is in, and focuses the field: the first of a section for the section itself. */
export function reveal(forms: HTMLElement, { section, label: sought }: FoundSetting): void {
  const shown = forms.querySelector<HTMLElement>(`[data-section="${section}"]`)
  // The label of a choice has its name in an element of its own, beside its explanation.
  const label = [...(shown?.querySelectorAll<HTMLElement>('label, legend') ?? [])].find(
    (one) => (one.querySelector('[id]') ?? one.firstChild)?.textContent?.trim() === sought,
  )
  const field =
    (label instanceof HTMLLabelElement && label.control) ||
    (label?.parentElement ?? shown)?.querySelector<HTMLElement>(FIELDS)
  for (let row = field?.closest('details'); row; row = row.parentElement?.closest('details')) row.open = true
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
