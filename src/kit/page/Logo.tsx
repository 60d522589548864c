import { usePageData } from './page-data.ts'
import { classes } from '../classes.ts'

/** The business's mark and name. Its own image stands in for the mark when settings name one. */
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

/** The mark: a K of two woven bands, one upright, one folded against it. The words beside it name it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="1 2 29 28" aria-hidden className={className}>
      {stripes.map(({ colour, upright, folded }) => (
        <path key={colour} className={colour} d={upright + folded} />
      ))}
    </svg>
  )
}

/** The woven edge of the cloth: at the top of public pages, nowhere for mere decoration. */
export function WovenBand({ className }: { className?: string }) {
  return <div aria-hidden className={classes('band h-1.5', className)} />
}
