import { useLocation } from 'react-router'
import { NotFoundPage } from '../../../kit/page/MessagePage.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { publicLinks, PublicPageHeader } from '../../../kit/page/PageHeader.tsx'
import { legalPages } from '../../../shared/pages.ts'
import { blocksOf } from '../../../shared/texts/blocks.ts'
import { legalTitles } from '../../settings/legal/legal-titles.ts'
import { PublicPage } from './PublicPage.tsx'

export const handle = { plain: true }
export const links = publicLinks

export const meta = pageTitle(({ business, legalPage }) => ({
  title: legalPage ? legalTitles[legalPage.page]() : business.name,
}))

/** The shop's own terms, privacy notice or refund policy. */
export default function LegalScreen() {
  const { pathname } = useLocation()
  const { legalPage, business } = usePageData()
  const page = legalPages.find((one) => pathname === `/${one}`)
  if (!page || legalPage?.page !== page) return <NotFoundPage />
  return (
    <PublicPage>
      <article className="mx-auto max-w-page px-4 pt-10 sm:px-6 md:pt-16">
        <PublicPageHeader title={legalTitles[page]()}>{business.name}</PublicPageHeader>
        <div className="mt-6 flex max-w-text flex-col gap-4">
          {blocksOf(legalPage.text).map((block, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a text never changes its order
            <Block key={at} {...block} />
          ))}
        </div>
      </article>
    </PublicPage>
  )
}

function Block({ kind, lines }: ReturnType<typeof blocksOf>[number]) {
  if (kind === 'heading') return <h2 className="mt-4 text-xl font-bold">{lines[0]}</h2>
  if (kind === 'paragraph') return <p className="wrap-anywhere">{lines[0]}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}
