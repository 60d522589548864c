import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { HowItGoes } from './HowItGoes.tsx'
import { PublicPage } from './PublicPage.tsx'
import { Services } from './Services.tsx'
import { siteStructure } from './structured.ts'

export const handle = { plain: true }

export const meta = pageTitle((page) => ({
  title: m.landing_title({ name: page.business.name }),
  description: m.landing_description(),
  structure: siteStructure(page),
}))

/** The first page: what is sold here, how it works, and the way in. */
export default function Landing() {
  return (
    <PublicPage>
      <Hero />
      <Features />
      <Services />
      <HowItGoes />
    </PublicPage>
  )
}
