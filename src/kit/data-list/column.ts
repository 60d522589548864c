import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Total } from '../../shared/lists.ts'
import type { Page } from '../list/paging.ts'

/** A column of a list beside the name. */
export interface Column<Row, Key extends string = string> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** By what the server sorts the list when the head is pressed. */
  sort?: Key
  /** For amounts and counts. */
  align?: 'right'
  /** The class of its width. The name has the rest. */
  width: string
  /** Whether a row says something in it. Where none does, the column is left out. */
  has?: (row: Row) => unknown
  /** The least width of the window in which it is shown. The card of a phone has it always. */
  from?: 'lg' | 'xl' | 'wide'
  /** Its cells break into a second line and are not cut. */
  wraps?: boolean
  /** Its values say what they are, so that the card of a phone leaves out the header. */
  isPlain?: boolean
  /** On the card of a phone it has a line of its own. */
  isLine?: boolean
}

/** What a list is a list of. It stands first, and is cut in the middle only. */
export interface NameColumn<Row, Key extends string = string> {
  header: string
  sort?: Key
  text: (row: Row) => string
  /** What kind of thing it is. */
  icon?: (row: Row) => { icon: LucideIcon; text: string }
  /** Shown instead of the text, on as many lines as it needs. Links in it need the class `relative z-1`. */
  content?: (row: Row) => ReactNode
  /** Beside it, where there is room. */
  detail?: (row: Row, isOpen: boolean) => ReactNode
  /** Whether others need it as it is: then a button copies it. */
  isCopied?: (row: Row) => boolean
  /** The page of a row. Without one it opens over the list. */
  to?: (row: Row) => string
  /** What opens a row is called so. */
  opens?: (row: Row) => string
}

/** A page of a list. The first one has the number of all rows. */
export interface CountedPage<Row> extends Page<Row> {
  total?: Total | null
}

/** What can be done with several rows at once: each by itself, as if its own button was pressed. */
export interface ListAct<Row> {
  id: string
  label: string
  /** Whether it can be done with a row. */
  applies: (row: Row) => boolean
  send: (row: Row) => Promise<unknown>
  /** Why a row was refused. */
  failure: (error: unknown) => string | undefined
  /** What is asked before, with the rows to which it applies. */
  question?: (rows: readonly Row[]) => { title: string; about: ReactNode; confirm: string; danger?: boolean }
  /** Called at the end, also after failures. */
  onEnd: () => unknown
}
