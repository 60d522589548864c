import type { ReactNode } from 'react'
import { StoreFrame } from './StoreFrame.tsx'

/** Where names are looked for: the storefront's frame with room above. */
export function StorePage({ children }: { children: ReactNode }) {
  return (
    <StoreFrame>
      <div className="mx-auto max-w-page px-4 pt-10 sm:px-6 md:pt-16">{children}</div>
    </StoreFrame>
  )
}
