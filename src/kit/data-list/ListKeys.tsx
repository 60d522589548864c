import { Keyboard } from 'lucide-react'
import { type RefObject, Suspense, useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { loadedLater } from '../loaded-later.ts'
import { areKeysOn, ownKeys } from '../single-keys.ts'

const KeyList = loadedLater(() => import('./KeyList.tsx').then((file) => file.KeyList))

/** The button that shows the keyboard shortcuts of a list, with the switch that turns single keys off (WCAG 2.1.4). */
export function ListHelp({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  return (
    <>
      <Button variant="quiet" size="small" className="max-lg:hidden" onClick={() => onChange(true)}>
        <Keyboard aria-hidden className="size-4" />
        {m.review_keys()}
      </Button>
      <Dialog open={open} onClose={() => onChange(false)} title={m.review_keys()}>
        <Suspense>
          <KeyList />
        </Suspense>
      </Dialog>
    </>
  )
}

/**
 * The shortcuts of a list: j and k (or the arrows, in the list) move between rows, or show the next or previous one while
 * one is open. Enter opens one, x selects it, a goes to what takes the open or focused row one step on, s saves the open
 * form, ? shows the help. They don't apply in fields and dialogs. No letter books, activates or refunds anything: the
 * focused button does, on Enter.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, onHelp: () => void) {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const root = list.current
      if (!root || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(ownKeys)) return
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const isInList = document.activeElement?.matches(nameOfRow) ?? false
      if (isArrow ? !isInList : !areKeysOn()) return
      if (keyActions[event.key]?.(root, onHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [list, onHelp])
}

const nameOfRow = '[data-list-name]'

const keyActions: Record<string, (root: HTMLElement, onHelp: () => void) => boolean> = {
  j: (root) => step(root, 'next') || move(root, 1),
  k: (root) => step(root, 'previous') || move(root, -1),
  x: (root) => {
    const box = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-list-box]')
    if (box && root.contains(box)) box.click()
    return box !== undefined && box !== null
  },
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
    setTimeout(() => goToStepOnceThere(root))
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

/** The form of an opened row may still be loaded. Whatever is pressed meanwhile ends the wait. */
function goToStepOnceThere(root: HTMLElement) {
  if (goToStep(root)) return
  const observer = new MutationObserver(() => {
    if (goToStep(root)) observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown'])
    document.addEventListener(event, () => observer.disconnect(), { once: true })
}

/** Shows the next or the previous row, while the focus is in the panel of one. */
function step(root: HTMLElement, to: 'next' | 'previous'): boolean {
  const panel = document.activeElement?.closest<HTMLElement>('[data-queue-decision]')
  if (!panel || !root.contains(panel)) return false
  panel.querySelector<HTMLElement>(`[data-list-step=${to}]`)?.click()
  return true
}

function move(root: HTMLElement, by: 1 | -1) {
  const all = [...root.querySelectorAll<HTMLElement>(nameOfRow)]
  const now = all.indexOf(document.activeElement as HTMLElement)
  const next = now < 0 ? all.at(by > 0 ? 0 : -1) : all[now + by]
  next?.focus()
  return next !== undefined
}
