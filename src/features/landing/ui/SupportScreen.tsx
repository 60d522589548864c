import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ContactForm } from '../../support/ui/ContactForm.tsx'
import { ContactWays } from '../../whatsapp/ui/ContactWays.tsx'
import { publicLinks, PublicPageHeader } from '../../../kit/page/PageHeader.tsx'
import { PublicPage } from './PublicPage.tsx'
import { QuestionList } from './Questions.tsx'
import { questionStructure } from './structured-data.ts'

export const handle = { plain: true }
export const links = publicLinks

export const meta = pageTitle(() => ({
  title: m.common_support(),
  description: m.support_description(),
  structure: questionStructure(),
}))

/** Answers to the most frequent questions, and the ways to reach a person. */
export default function SupportScreen() {
  const { notice } = usePageData()
  return (
    <PublicPage>
      <div className="mx-auto max-w-page px-4 pt-10 sm:px-6 md:pt-16">
        <PublicPageHeader title={m.support_heading()}>{m.support_description()}</PublicPageHeader>
        <ContactWays wide />
        <div className="mt-12 grid items-start gap-x-16 gap-y-10 md:grid-cols-[1.3fr_1fr]">
          <section aria-labelledby="questions">
            <h2 id="questions" className="mb-3 font-display text-xl font-black">
              {m.support_questions()}
            </h2>
            <QuestionList />
          </section>
          <ContactForm notice={notice} />
        </div>
      </div>
    </PublicPage>
  )
}
