import { useSearchParams } from 'react-router'
import { useIsHydrated } from '../../../kit/page/hydrated.ts'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { publicLinks, PublicPageHeader } from '../../../kit/page/PageHeader.tsx'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { NameForm, useSearch } from './NameForm.tsx'

export const links = publicLinks

export const meta = pageTitle(() => ({ title: m.search_title(), description: m.search_description() }))

/** The search for a name, with an ending that was chosen in a price list. */
export default function SearchScreen() {
  const { shown } = readOffers(usePageData())
  const [parameters] = useSearchParams()
  const wished = parameters.get('ending')
  const ending = useIsHydrated() ? shown.find((one) => one.ending === wished)?.ending : undefined
  return (
    <>
      <PublicPageHeader title={m.search_title()}>{m.search_description()}</PublicPageHeader>
      <NameForm large ending={ending} {...useSearch(ending)} className="mt-8 max-w-text" />
      <PopularEndings />
    </>
  )
}
