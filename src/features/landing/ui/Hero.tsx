import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { NameForm } from '../../availability/ui/NameForm.tsx'
import { ExampleRequest } from './ExampleRequest.tsx'

/** The welcome: one sentence, the field that a visitor came for, the ways in, and beside them how a request goes. */
export function Hero() {
  const { business } = usePageData()
  return (
    <section className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-4 pt-10 pb-16 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-20 md:pb-24">
      <div>
        <h1 className="text-3xl font-black tracking-tighter lg:text-[3.25rem]">
          {m.landing_welcome({ name: business.name })}
        </h1>
        <p className="mt-4 max-w-text text-xl text-muted">{m.landing_tagline()}</p>
        <NameForm large className="mt-7" />
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/signup" className={buttonClasses('primary', 'large', 'max-sm:w-full')}>
            {m.landing_get_started()}
          </a>
          <a href="/login" className={buttonClasses('secondary', 'large', 'max-sm:w-full')}>
            {m.landing_have_account()}
          </a>
        </p>
      </div>
      <ExampleRequest />
    </section>
  )
}
