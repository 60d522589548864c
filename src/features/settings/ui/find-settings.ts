import { matching } from '../../../shared/matching.ts'

/** A subject of the settings, or one setting in it. */
export interface FoundSetting {
  /** The id of the subject. */
  section: string
  title: string
  /** The label of the setting; null for the subject itself. */
  label: string | null
  field: HTMLElement | null
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

/** The subjects and settings whose labels have all words of the query, in the order of the screen. */
export function findSettings(forms: HTMLElement, query: string): FoundSetting[] {
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const settings = [...forms.querySelectorAll<HTMLElement>('[data-section]')].flatMap(settingsIn)
  const found = new Set(
    words.reduce<readonly FoundSetting[]>(
      (left, word) => matching(left, ({ label, title }) => label ?? title, word),
      settings,
    ),
  )
  return settings.filter((setting) => found.has(setting))
}

/** A subject and its settings. Rows of a list have the same labels, and the first row stands for all. */
function settingsIn(section: HTMLElement): FoundSetting[] {
  const about = {
    section: section.dataset['section']!,
    title: section.querySelector('h2')?.textContent ?? '',
  }
  const byLabel = new Map<string, HTMLElement | null>()
  for (const label of section.querySelectorAll<HTMLElement>('form :is(label, legend)')) {
    // The label of a choice has its name in an element of its own, beside its explanation.
    const text = (label.querySelector('[id]') ?? label.firstChild)?.textContent?.trim() ?? ''
    if (text && !byLabel.has(text)) byLabel.set(text, fieldOf(label))
  }
  return [
    { ...about, label: null, field: section.querySelector<HTMLElement>(FIELDS) },
    ...[...byLabel].map(([label, field]) => ({ ...about, label, field })),
  ]
}

const fieldOf = (label: HTMLElement): HTMLElement | null =>
  label instanceof HTMLLabelElement && label.control
    ? label.control
    : (label.parentElement?.querySelector<HTMLElement>(FIELDS) ?? null)

/** Opens the row that a field is in, and focuses the field. */
export function reveal({ field }: FoundSetting): void {
  for (let row = field?.closest('details'); row; row = row.parentElement?.closest('details')) row.open = true
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
