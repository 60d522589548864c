import { Keyboard } from 'lucide-react'
import { type RefObject, Suspense, useEffect } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { areKeysOn, ownKeys } from '../../../../kit/single-keys.ts'

interface QueueHelpProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

const KeyList = loadedLater(() => import('./KeyList.tsx').then((file) => file.KeyList))

/** The list of keyboard shortcuts, and the switch that turns single keys off (WCAG 2.1.4). */
export function QueueHelp({ open, onOpen, onClose }: QueueHelpProps) {
  return (
    <>
      <Button variant="quiet" className="-mr-4 ml-auto self-end max-lg:hidden" onClick={onOpen}>
        <Keyboard aria-hidden className="size-4" />
        {m.review_keys()}
      </Button>
      <Dialog open={open} onClose={onClose} title={m.review_keys()}>
        <Suspense>
          <KeyList />
        </Suspense>
      </Dialog>
    </>
  )
}

/**
 * The shortcuts of a queue: j and k (or the arrows, in the list) move between rows, Enter opens one, a goes to what takes the
 * open or focused row one step on, s saves the open form, ? shows the help. They don't apply in fields and dialogs. No letter
 * books, activates or refunds anything: the focused button does, on Enter.
 */
export function useQueueKeys(panel: RefObject<HTMLElement | null>, onHelp: () => void) {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const root = panel.current
      if (!root || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(ownKeys)) return
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const isInList = document.activeElement?.matches('[data-queue-opener]') ?? false
      if (isArrow ? !isInList : !areKeysOn()) return
      if (keyActions[event.key]?.(root, onHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [panel, onHelp])
}

const keyActions: Record<string, (root: HTMLElement, onHelp: () => void) => boolean> = {
  j: (root) => move(root, 1),
  k: (root) => move(root, -1),
  ArrowDown: (root) => move(root, 1),
  ArrowUp: (root) => move(root, -1),
  s: (root) => {
    const form = root.querySelector<HTMLFormElement>('[data-queue-decision]:not([hidden]) form')
    form?.requestSubmit()
    return form !== null
  },
  a: (root) => {
    const isOpen = goToStep(root)
    if (isOpen || !document.activeElement?.matches('[data-queue-opener]')) return isOpen
    ;(document.activeElement as HTMLElement).click()
    // After the form is there.
    setTimeout(() => goToStep(root))
    return true
  },
  '?': (_root, onHelp) => {
    onHelp()
    return true
  },
}

/** Focuses the button of the open form that takes its row one step on. False without one. */
function goToStep(root: HTMLElement): boolean {
  const button = root.querySelector<HTMLElement>('[data-queue-decision]:not([hidden]) [data-queue-step]')
  button?.focus()
  return button !== null
}

function move(root: HTMLElement, by: 1 | -1) {
  const all = [...root.querySelectorAll<HTMLElement>('[data-queue-opener]')]
  const now = all.indexOf(document.activeElement as HTMLElement)
  const next = now < 0 ? all.at(by > 0 ? 0 : -1) : all[now + by]
  next?.focus()
  return next !== undefined
}
