import { createContext, useContext } from 'react'
import { createContext as createRouterContext, useRouteLoaderData } from 'react-router'
import { pageDefaults, type PageData } from '../../shared/pages.ts'

/** The page data that the server sets before it renders; null in development. */
export const pageContext = createRouterContext<PageData | null>(null)

/** Newer page data, from a screen that follows changes of the settings. */
export const LivePageContext = createContext<PageData | null>(null)

/** The business, the language and the prices, on every page. */
export function usePageData(): PageData {
  const loaded = useRouteLoaderData<PageData>('root')
  return useContext(LivePageContext) ?? loaded ?? pageDefaults
}
