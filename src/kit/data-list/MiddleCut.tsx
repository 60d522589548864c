import { classes } from '../classes.ts'
import { breakable } from '../Copyable.tsx'

/** The least end of a text that is always shown. */
const END = 9

/** The end of a text that tells it apart: the domain of an address, the last labels of a name, the last letters. */
export function endOf(text: string): string {
  const at = text.lastIndexOf('@')
  if (at > 0) return text.slice(at)
  const end = text.slice(-END)
  const labels = /\.[^.\s]+(?:\.[^.\s]{2,3})?(?: \D.*)?$/.exec(text)?.[0] ?? ''
  return labels.length > end.length ? labels : end
}

/**
 * A text on one line. Where it does not fit, the middle of an address or a name of the internet is cut, whose end tells it
 * apart, and the end of any other text. A phone shows all of it, on as many lines as it needs.
 */
export function MiddleCut({ text, className }: { text: string; className?: string }) {
  const end = text.length > END + 4 && /[@.]\w/.test(text) ? endOf(text) : ''
  const start = text.slice(0, text.length - end.length)
  return (
    <span title={text} className={classes('flex max-w-full min-w-0', className)}>
      {/* The two parts would be read as two words. */}
      <span className="min-w-0 wrap-anywhere md:sr-only">{breakable(text)}</span>
      <span
        aria-hidden
        className={classes(
          'shrink-[99999] truncate whitespace-pre max-md:hidden',
          // A letter and the dots stay in any case, so that nobody takes the end for the whole.
          end ? (start.length > 4 ? 'min-w-[4ch]' : 'shrink-0') : 'min-w-0',
        )}
      >
        {start}
      </span>
      <span aria-hidden className="min-w-0 truncate whitespace-pre max-md:hidden">
        {end}
      </span>
    </span>
  )
}
