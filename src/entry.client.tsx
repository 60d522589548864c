import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { toLocale } from './shared/pages.ts'

// The page was written in one language; what the browser adds to it speaks the same one.
overwriteGetLocale(() => toLocale(document.documentElement.lang))

hydrateRoot(
  document,
  <StrictMode>
    <HydratedRouter />
  </StrictMode>,
)
