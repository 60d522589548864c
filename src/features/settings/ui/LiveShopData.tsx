import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsApi } from './api.ts'
import { LivePageContext, usePageData } from '../../../kit/page/page-data.ts'

/**
 * Updates name, logo, contact and prices on the screens inside. The page contains them, and they are fetched again
 * after a live event of the settings.
 */
export function LiveShopData({ children }: { children: ReactNode }) {
  const page = usePageData()
  const { business, figures, lists } = page
  const { data } = useQuery(
    settingsApi.shop.queryOptions({ initialData: { business, figures, lists }, staleTime: Infinity }),
  )
  return <LivePageContext value={{ ...page, ...data }}>{children}</LivePageContext>
}
