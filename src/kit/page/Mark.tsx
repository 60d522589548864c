const stripes = [
  { colour: 'fill-lagoon', upright: 'M2 3h5v26H2z', folded: 'M20.5 3h4l-8.3 13 8.3 13h-4l-8.3-13z' },
  { colour: 'fill-saffron', upright: 'M7 3h3v26H7z', folded: 'M24.5 3h2.9l-8.3 13 8.3 13h-2.9l-8.3-13z' },
  { colour: 'fill-coral', upright: 'M10 3h1.8v26H10z', folded: 'M27.4 3h1.8l-8.3 13 8.3 13h-1.8l-8.3-13z' },
]

/** The mark: a K of two woven bands, one upright, one folded against it. The words beside it name it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="1 2 29 28" aria-hidden className={className}>
      {stripes.map(({ colour, upright, folded }) => (
        <path key={colour} className={colour} d={upright + folded} />
      ))}
    </svg>
  )
}
