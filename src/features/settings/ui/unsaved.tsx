import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'

type Report = (part: string, isUnsaved: boolean) => void

const UnsavedContext = createContext<Report>(() => {})

/** Reports whether a part of the screen has unsaved changes. */
export const useUnsaved = () => useContext(UnsavedContext)

/** Asks before a screen with unsaved changes is left: by a dialog for other screens, by the browser for other pages. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<Report>((part, isUnsaved) => {
    setParts((before) => {
      if (before.has(part) === isUnsaved) return before
      const after = new Set(before)
      if (isUnsaved) after.add(part)
      else after.delete(part)
      return after
    })
  }, [])
  const isUnsaved = parts.size > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return (
    <UnsavedContext value={report}>
      {children}
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
    </UnsavedContext>
  )
}
