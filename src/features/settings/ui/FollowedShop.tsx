import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsApi } from './api.ts'
import { LivePageContext, usePageData } from '../../../kit/page/page-data.ts'

/**
 * Keeps name, logo, contact and prices true on the screens inside while they are open. The page brought them along:
 * they are asked for once the live log says that the shop has changed.
 */
export function FollowedShop({ children }: { children: ReactNode }) {
  const page = usePageData()
  const { business, figures, lists } = page
  const { data } = useQuery(
    settingsApi.shop.queryOptions({ initialData: { business, figures, lists }, staleTime: Infinity }),
  )
  return <LivePageContext value={{ ...page, ...data }}>{children}</LivePageContext>
}
