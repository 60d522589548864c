import { Suspense } from 'react'
import { data } from 'react-router'
import { loadedLater } from '../../kit/loaded-later.ts'

/** Status 404 for every address under /admin that does not exist. */
export const loader = () => data(null, { status: 404 })

/** In the running application the page needs no data from the server. */
export const clientLoader = () => null

const NoSuchPage = loadedLater(() => import('./area/NoSuchPage.tsx').then((file) => file.NoSuchPage))

/** Loaded later, so that the list of routes, which every page has, names no further files. */
export default function AdminNotFound() {
  return (
    <Suspense>
      <NoSuchPage />
    </Suspense>
  )
}
