import { createContext, useContext } from 'react'
import { createContext as createRouterContext, useRouteLoaderData } from 'react-router'
import { pageDefaults, type PageData } from '../../shared/pages.ts'

/** Where whoever renders a page puts its data; empty in development. */
export const pageContext = createRouterContext<PageData | null>(null)

/** Where a screen that follows the shop's changes puts what is true now. */
export const LivePageContext = createContext<PageData | null>(null)

/** The business, the year and the prices, on every page of the site and the application. */
export function usePageData(): PageData {
  const loaded = useRouteLoaderData<PageData>('root')
  return useContext(LivePageContext) ?? loaded ?? pageDefaults
}
