import { usePageData } from './page-data.ts'
import { classes } from '../classes.ts'

/** The logo and name of the business. An image from the settings replaces Kikoa's own mark. */
export function Logo() {
  const { name, logo } = usePageData().business
  return (
    <span className="inline-flex items-center gap-2 text-xl font-black tracking-tight whitespace-nowrap">
      {logo ? <img src={logo} alt="" className="h-7 w-auto" /> : <LogoMark className="h-6 w-auto" />}
      {name}
    </span>
  )
}

const stripes = [
  { colour: 'fill-lagoon', upright: 'M2 3h5v26H2z', folded: 'M20.5 3h4l-8.3 13 8.3 13h-4l-8.3-13z' },
  { colour: 'fill-saffron', upright: 'M7 3h3v26H7z', folded: 'M24.5 3h2.9l-8.3 13 8.3 13h-2.9l-8.3-13z' },
  { colour: 'fill-coral', upright: 'M10 3h1.8v26H10z', folded: 'M27.4 3h1.8l-8.3 13 8.3 13h-1.8l-8.3-13z' },
]

/** Kikoa's mark: a K of two woven bands. Hidden from screen readers, because the name is beside it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="1 2 29 28" aria-hidden className={className}>
      {stripes.map(({ colour, upright, folded }) => (
        <path key={colour} className={colour} d={upright + folded} />
      ))}
    </svg>
  )
}

/** The coloured stripe at the top of public pages. */
export function WovenBand({ className }: { className?: string }) {
  return <div aria-hidden className={classes('band h-1.5', className)} />
}
