import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { toLocale } from './shared/pages.ts'

// The server rendered the page in one language: the browser must use the same one.
overwriteGetLocale(() => toLocale(document.documentElement.lang))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
