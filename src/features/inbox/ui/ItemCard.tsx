import type { ReactNode } from 'react'
import type { InboxRowItem } from './inbox.api.ts'

export interface ItemFormProps {
  id: string
  item: InboxRowItem
  title: string
  onClose: () => void
  /** Called once the item is worked. */
  onDone: () => void
}

interface ItemCardProps {
  id: string
  title: string
  children: ReactNode
}

/** The form of an item. */
export function ItemCard({ id, title, children }: ItemCardProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="flex flex-col gap-4 rounded-card border border-line bg-card p-4"
    >
      {children}
    </section>
  )
}
