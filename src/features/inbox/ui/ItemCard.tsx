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

/** The form of an item. The panel around it has its title. */
export const ItemCard = ({ id, children }: { id: string; children: ReactNode }) => (
  <div id={id} className="flex flex-col gap-4 rounded-card border border-line bg-card p-4">
    {children}
  </div>
)
