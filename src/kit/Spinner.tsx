import { LoaderCircle } from 'lucide-react'

/** A turning ring beside words that say what is going on; silent for screen readers. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-[1.2em] shrink-0 animate-spin" />
}
