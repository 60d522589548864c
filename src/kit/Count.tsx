/** How many new things wait behind an entry, as a mark on it; `words` say it to screen readers. */
export function Count({
  count,
  words,
  className = '',
}: {
  count: number
  words: string
  className?: string
}) {
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-sm leading-none font-bold text-on-accent ${className}`}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
