import { Mark } from './Mark.tsx'
import { usePageData } from './page-data.ts'

/** The business's mark and name. Its own image stands in for the mark when settings name one. */
export function Logo() {
  const { name, logo } = usePageData().business
  return (
    <span className="inline-flex items-center gap-2 text-xl font-black tracking-tight whitespace-nowrap">
      {logo ? <img src={logo} alt="" className="h-7 w-auto" /> : <Mark className="h-6 w-auto" />}
      {name}
    </span>
  )
}
