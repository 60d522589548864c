import type { LucideIcon } from 'lucide-react'

/** One screen of an area, as its navigation shows it. */
export interface AreaEntry {
  to: string
  icon: LucideIcon
  words: () => string
  /** For the bar at the bottom of a phone, where there is room for one word. */
  brief: () => string
  /** The area's first screen, which is not the current one on the screens below it. */
  first?: boolean
}

/** How many new things wait behind an entry, by its address; one that is not here has none. */
export type Marks = Readonly<Record<string, number>>

/** Whom the area greets. */
export interface Person {
  /** Undefined while it is on its way; null for somebody who has told none. */
  name: string | null | undefined
  email: string
}
