import { Outlet } from 'react-router'
import { OfflineNotice } from './OfflineNotice.tsx'
import { StoreFrame } from './StoreFrame.tsx'

/** The layout of cart and checkout: a narrow column in the storefront's frame. */
export default function ShopPages() {
  return (
    <StoreFrame>
      <div className="mx-auto w-full max-w-page px-4 pt-8 sm:px-6 md:pt-12">
        <div className="mx-auto max-w-[44rem]">
          <OfflineNotice className="mb-6" />
          <Outlet />
        </div>
      </div>
    </StoreFrame>
  )
}
