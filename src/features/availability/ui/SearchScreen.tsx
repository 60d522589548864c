import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { publicLinks, PublicPageHeader } from '../../../kit/page/PageHeader.tsx'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { NameForm, useSearch } from './NameForm.tsx'

export const links = publicLinks

export const meta = pageTitle(() => ({ title: m.search_title(), description: m.search_description() }))

/** The search for a name. */
export default function SearchScreen() {
  const { searched } = readOffers(usePageData())
  return (
    <>
      <PublicPageHeader title={m.search_title()}>
        {m.search_endings({ endings: searched.map((one) => `.${one}`).join(', ') })}
      </PublicPageHeader>
      <NameForm large {...useSearch()} className="mt-8 max-w-text" />
      <PopularEndings />
    </>
  )
}
