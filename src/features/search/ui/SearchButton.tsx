import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { areKeysOn, ownKeys } from '../../../kit/single-keys.ts'
import type { FoundScreen } from './groups.ts'

/** Loaded when it is opened for the first time. */
const SearchDialog = loadedLater(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog))

/** The button in the header that opens the search, as `/` and Ctrl+K do. On a phone it is an icon. */
export function SearchButton({ screens }: { screens: readonly FoundScreen[] }) {
  const [isOpen, setOpen] = useState(false)
  // The dialog stays mounted after the first opening, so that it can close with its animation.
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      // A screen with a search of its own has handled the key.
      if (event.defaultPrevented || !opensSearch(event)) return
      event.preventDefault()
      setOpen(true)
    }
    // On the window, which gets the key after the listeners of screens.
    window.addEventListener('keydown', openByKey)
    return () => window.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="inline-flex h-10 shrink-0 touch items-center justify-center gap-2 rounded-control text-muted hover:bg-well hover:text-ink max-lg:w-10 lg:w-52 lg:justify-start lg:border lg:border-edge lg:bg-card lg:px-3"
      >
        <Search aria-hidden className="size-5 lg:size-4" />
        <span className="max-lg:sr-only">{m.search_open()}</span>
        <kbd
          aria-hidden
          className="ml-auto rounded-[4px] border border-edge bg-well px-1.5 font-sans text-sm max-lg:hidden"
        >
          /
        </kbd>
      </button>
      {wasOpened ? (
        <Suspense>
          <SearchDialog screens={screens} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Whether a key opens the search: Ctrl+K, or `/` outside of fields and dialogs where single keys are on. */
function opensSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (isIn('[role=dialog], [role=alertdialog]') || altKey) return false
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k'
  return key === '/' && areKeysOn() && !isIn(ownKeys)
}
