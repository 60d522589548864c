import { type RefObject, useEffect } from 'react'

/** Where a browser keeps that its user wants no single keys: some speak to their computer, and words are keys. */
const STORAGE_KEY = 'kikoa-queue-keys'

export const areKeysOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'

export const setKeysOn = (on: boolean) =>
  on ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, 'off')

/** What marks the parts of a panel that the keys move between. */
export const opener = { 'data-queue-opener': '' }
export const decision = { 'data-queue-decision': '' }

/** Where a key means something else: where one types, and in whatever lies over the panel. */
const ownKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/**
 * The keys of a queue: j and k (or the arrows, in the list) move along the rows, Enter opens as on every button,
 * / searches, s saves what is open, ? asks for help. Fields and dialogs keep their keys to themselves.
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
      if (keys[event.key]?.(root, onHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [panel, onHelp])
}

const keys: Record<string, (root: HTMLElement, onHelp: () => void) => boolean> = {
  j: (root) => move(root, 1),
  k: (root) => move(root, -1),
  ArrowDown: (root) => move(root, 1),
  ArrowUp: (root) => move(root, -1),
  '/': (root) => {
    root.querySelector<HTMLElement>('input[type=search]')?.focus()
    return true
  },
  s: (root) => {
    const form = root.querySelector<HTMLFormElement>('[data-queue-decision]:not([hidden]) form')
    form?.requestSubmit()
    return form !== null
  },
  '?': (_root, onHelp) => {
    onHelp()
    return true
  },
}

function move(root: HTMLElement, by: 1 | -1) {
  const all = [...root.querySelectorAll<HTMLElement>('[data-queue-opener]')]
  const now = all.indexOf(document.activeElement as HTMLElement)
  const next = now < 0 ? all.at(by > 0 ? 0 : -1) : all[now + by]
  next?.focus()
  return next !== undefined
}
