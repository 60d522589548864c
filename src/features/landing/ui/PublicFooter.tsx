import { m } from '../../../paraglide/messages.js'
import { LanguageSwitch } from '../../../kit/page/LanguageSwitch.tsx'
import { Logo } from '../../../kit/page/Logo.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'

/** Whose page it is, and in which languages it can be read. */
export function PublicFooter() {
  const { business, year } = usePageData()
  return (
    <footer className="mt-20 border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-8 sm:px-6">
        <Logo />
        <LanguageSwitch />
        <p className="w-full text-sm text-muted sm:w-auto">
          © {year} {business.name}. {m.site_rights()}
        </p>
      </div>
    </footer>
  )
}
