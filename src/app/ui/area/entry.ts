import type { LucideIcon } from 'lucide-react'
import type { Permission } from '../../../shared/people/permissions.ts'

/** One screen of an area, as its navigation shows it. */
export interface AreaEntry {
  to: string
  icon: LucideIcon
  label: () => string
  /** The label in the bar of a phone, where only one word fits. */
  brief: () => string
  /** Not the current one on the screens below its address, which have entries of their own. */
  exact?: boolean
  /** The permission that the screen needs. Without it the navigation does not show the entry. */
  needs?: Permission
}

/** Entries of the sidebar below a heading. They can be folded, and open by themselves on one of their screens. */
export interface EntryGroup {
  heading: () => string
  /** Folded until it is opened. */
  folded?: boolean
  entries: readonly AreaEntry[]
}

/** The number of new things of an entry, by its address. */
export type Marks = Readonly<Record<string, number>>

/** The user whom the area greets. */
export interface Person {
  /** Undefined while it loads; null if the profile has none. */
  name: string | null | undefined
  email: string
}
