import type { ReactNode } from 'react'
import { Presence, type Opened } from '../../../presence/ui/Presence.tsx'

interface QueueDetailsProps {
  /** What others see as open while the panel is. */
  opened: Opened
  isOpen: boolean
  /** What a decision needs to know. */
  facts?: ReactNode
  /** The form of the decision. */
  children: ReactNode
}

/** What is opened of a queue: who else has it open, what to know, and the form. */
export const QueueDetails = ({ opened, isOpen, facts, children }: QueueDetailsProps) => (
  <>
    {isOpen ? <Presence {...opened} className="mb-3" /> : null}
    {facts ? <div className="mb-3 flex flex-col gap-2 rounded-card bg-well p-4">{facts}</div> : null}
    {children}
  </>
)
