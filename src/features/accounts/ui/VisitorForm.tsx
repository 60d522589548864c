import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'

interface VisitorFormProps {
  onSubmit: FormEventHandler
  /** Why it was refused, as a whole. */
  refusal?: string | undefined
  submit: string
  busy: boolean
  /** Not before the page's script runs: until then a press would send the form nowhere. */
  ready: boolean
  children: ReactNode
}

/** A form of somebody who is not signed in: its fields, what went wrong, and one button. */
export function VisitorForm({ onSubmit, refusal, submit, busy, ready, children }: VisitorFormProps) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
      {children}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Button type="submit" size="large" busy={busy} disabled={!ready} className="mt-2">
        {submit}
      </Button>
    </form>
  )
}
