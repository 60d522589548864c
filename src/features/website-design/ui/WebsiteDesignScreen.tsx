import {
  BookOpenText,
  BriefcaseBusiness,
  CalendarCheck,
  Check,
  ChevronDown,
  GraduationCap,
  HandHeart,
  HeartPulse,
  Images,
  Landmark,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Rocket,
  Store,
  WandSparkles,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses, LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { chatDraftAbout, chatUrl } from '../../../client/chat-link.ts'
import { whatsAppLink } from '../../whatsapp/ui/ContactWays.tsx'

export const meta = pageTitle(() => ({ title: m.common_website_design() }))

/** The kinds of websites that the shop designs. The chosen one shows what it includes and how to talk about it. */
export default function WebsiteDesignScreen() {
  const { website: price } = readOffers(usePageData())
  return (
    <>
      <PageHeader title={m.common_website_design()}>{m.website_intro()}</PageHeader>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[1.5fr_1fr]">
        <ul className="rounded-card border border-line bg-card">
          {websiteTypes.map((type, index) => (
            <TypeChoice key={type.id} type={type} isFirst={index === 0} />
          ))}
        </ul>
        <aside className="rounded-card bg-well p-5 sm:p-6">
          {price ? (
            <p className="mb-4">
              <span className="block text-sm text-muted">{m.website_from()}</span>
              <b className="text-2xl font-black">{formatMoney(price)}</b>
            </p>
          ) : null}
          <h2 className="text-lg font-bold">{m.website_included()}</h2>
          <ul className="mt-3 flex flex-col gap-2.5">
            {[
              m.website_included_phone(),
              m.website_included_texts(),
              m.website_included_domain(),
              m.website_included_secure(),
              m.website_included_help(),
            ].map((text) => (
              <li key={text} className="flex gap-2.5">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
                {text}
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  )
}

/** One type, which opens to its description and the ways to talk about it: the chat and, if the shop has a number, WhatsApp. */
function TypeChoice({ type, isFirst }: { type: WebsiteType; isFirst: boolean }) {
  const { icon: Icon, name, about, pages } = type
  const { whatsapp } = usePageData().business
  const subject = m.website_matter({ type: name() })
  return (
    <li className="border-b border-line last:border-0">
      <details name="website-type" open={isFirst} className="group">
        <summary className="flex touch list-none items-center gap-3 px-4 py-3 hover:text-primary sm:px-5 [&::-webkit-details-marker]:hidden">
          <Icon aria-hidden className="size-5 shrink-0 text-primary" />
          <h2 className="text-base font-semibold">{name()}</h2>
          <ChevronDown
            aria-hidden
            className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-5 sm:pr-5 sm:pl-13">
          <p>{about()}</p>
          <p className="mt-2 text-sm text-muted">{m.website_pages({ pages: pages() })}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <LinkButton to={chatUrl(subject)}>
              <MessagesSquare aria-hidden className="size-4" />
              {m.chat_live()}
              <span className="sr-only">: {name()}</span>
            </LinkButton>
            {whatsapp ? (
              <a
                href={whatsAppLink(whatsapp, chatDraftAbout(subject))}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClasses('secondary')}
              >
                <MessageCircle aria-hidden className="size-4" />
                WhatsApp
                <span className="sr-only">: {name()}</span>
              </a>
            ) : null}
          </div>
        </div>
      </details>
    </li>
  )
}

/** A kind of website that the shop designs. */
interface WebsiteType {
  id: string
  icon: LucideIcon
  name: () => string
  about: () => string
  /** Its usual pages. */
  pages: () => string
}

/** The twelve types, in the order of the specification. */
const websiteTypes: readonly WebsiteType[] = [
  {
    id: 'business',
    icon: BriefcaseBusiness,
    name: m.website_business,
    about: m.website_business_about,
    pages: m.website_business_pages,
  },
  {
    id: 'store',
    icon: Store,
    name: m.website_store,
    about: m.website_store_about,
    pages: m.website_store_pages,
  },
  {
    id: 'portfolio',
    icon: Images,
    name: m.website_portfolio,
    about: m.website_portfolio_about,
    pages: m.website_portfolio_pages,
  },
  {
    id: 'blog',
    icon: BookOpenText,
    name: m.website_blog,
    about: m.website_blog_about,
    pages: m.website_blog_pages,
  },
  {
    id: 'landing',
    icon: Megaphone,
    name: m.website_landing,
    about: m.website_landing_about,
    pages: m.website_landing_pages,
  },
  {
    id: 'booking',
    icon: CalendarCheck,
    name: m.website_booking,
    about: m.website_booking_about,
    pages: m.website_booking_pages,
  },
  {
    id: 'community',
    icon: HandHeart,
    name: m.website_community,
    about: m.website_community_about,
    pages: m.website_community_pages,
  },
  {
    id: 'government',
    icon: Landmark,
    name: m.website_government,
    about: m.website_government_about,
    pages: m.website_government_pages,
  },
  {
    id: 'education',
    icon: GraduationCap,
    name: m.website_education,
    about: m.website_education_about,
    pages: m.website_education_pages,
  },
  {
    id: 'healthcare',
    icon: HeartPulse,
    name: m.website_healthcare,
    about: m.website_healthcare_about,
    pages: m.website_healthcare_pages,
  },
  {
    id: 'saas',
    icon: Rocket,
    name: m.website_saas,
    about: m.website_saas_about,
    pages: m.website_saas_pages,
  },
  {
    id: 'custom',
    icon: WandSparkles,
    name: m.website_custom,
    about: m.website_custom_about,
    pages: m.website_custom_pages,
  },
]
