import { useEffect, useRef, useState } from 'react'

/**
 * Something that opens below its button and closes by itself: on Escape (the button has the focus again), on a
 * press or a move of the focus beside it, and after a choice. The arrow keys move among what is in it. Give
 * `whole` to the element around button and content; the button comes first in it.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = whole.current
    if (!open || !element) return undefined
    const closing = new AbortController()
    const { signal } = closing
    const button = element.querySelector('button')
    const close = () => setOpen(false)
    const closeBeside = ({ target }: Event) => {
      if (!element.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', closeBeside, { signal })
    document.addEventListener('focusin', closeBeside, { signal })
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close()
        button?.focus()
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        step(element, event.key === 'ArrowDown' ? 1 : -1)
      }
    }
    element.addEventListener('keydown', listen, { signal })
    const choose = (event: Event) => {
      const chosen = (event.target as Element).closest('a, button')
      // After React has handled the press: it listens at the document's root.
      if (chosen && chosen !== button) setTimeout(close)
    }
    element.addEventListener('click', choose, { signal })
    return () => closing.abort()
  }, [open])

  return { open, toggle: () => setOpen(!open), whole }
}

/** Moves the focus to the next or previous thing that can have it, round the ends. */
function step(element: HTMLElement, by: 1 | -1) {
  const stops = [...element.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.checkVisibility())
  const at = stops.findIndex((one) => one === document.activeElement)
  stops.at((at + by) % stops.length)?.focus()
}
