import { Outlet } from 'react-router'
import { StoreFrame } from './StoreFrame.tsx'

/** The layout of the search screens: the storefront's frame with space at the top. */
export default function SearchPages() {
  return (
    <StoreFrame>
      <div className="mx-auto max-w-page px-4 pt-10 sm:px-6 md:pt-16">
        <Outlet />
      </div>
    </StoreFrame>
  )
}
