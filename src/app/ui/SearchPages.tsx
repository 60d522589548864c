import { Outlet } from 'react-router'
import { StoreFrame } from './StoreFrame.tsx'

/** The layout of the screens where names are looked up: the storefront's frame with room above. */
export default function SearchPages() {
  return (
    <StoreFrame>
      <div className="mx-auto max-w-page px-4 pt-10 sm:px-6 md:pt-16">
        <Outlet />
      </div>
    </StoreFrame>
  )
}
