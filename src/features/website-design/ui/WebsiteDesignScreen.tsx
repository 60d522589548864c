import {
  BookOpenText,
  BriefcaseBusiness,
  CalendarCheck,
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
  ShoppingCart,
  WandSparkles,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses, LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { chatDraftAbout, chatUrl } from '../../../client/chat-link.ts'
import { whatsAppLink } from '../../whatsapp/ui/ContactWays.tsx'

export const meta = pageTitle(() => ({ title: m.area_website_design() }))

/** The kinds of websites that the shop designs. Each leads to a conversation about it. */
export default function WebsiteDesignScreen() {
  return (
    <>
      <PageHeader title={m.area_website_design()}>{m.website_intro()}</PageHeader>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {websiteTypes.map((type) => (
          <TypeCard key={type.id} type={type} />
        ))}
      </ul>
    </>
  )
}

/** One type with links to talk about it: the chat and, if the shop has a number, WhatsApp. */
function TypeCard({ type: { icon: Icon, name, about } }: { type: WebsiteType }) {
  const { whatsapp } = usePageData().business
  const subject = m.website_matter({ type: name() })
  return (
    <li className="flex flex-col rounded-card border border-line bg-card p-5">
      <span aria-hidden className="grid size-11 place-items-center rounded-control bg-well text-primary">
        <Icon className="size-6" />
      </span>
      <h2 className="mt-3 text-lg font-bold">{name()}</h2>
      <p className="mt-1 mb-4 text-muted">{about()}</p>
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to={chatUrl(subject)} size="small">
          <MessagesSquare aria-hidden className="size-4" />
          {m.chat_live()}
          <span className="sr-only">: {name()}</span>
        </LinkButton>
        {whatsapp ? (
          <a
            href={whatsAppLink(whatsapp, chatDraftAbout(subject))}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('secondary', 'small')}
          >
            <MessageCircle aria-hidden className="size-4" />
            WhatsApp
            <span className="sr-only">: {name()}</span>
          </a>
        ) : null}
      </div>
    </li>
  )
}

/** A kind of website that the shop designs. */
interface WebsiteType {
  id: string
  icon: LucideIcon
  name: () => string
  about: () => string
}

/** The twelve types, in the order of the specification. */
const websiteTypes: readonly WebsiteType[] = [
  { id: 'business', icon: BriefcaseBusiness, name: m.website_business, about: m.website_business_about },
  { id: 'store', icon: ShoppingCart, name: m.website_store, about: m.website_store_about },
  { id: 'portfolio', icon: Images, name: m.website_portfolio, about: m.website_portfolio_about },
  { id: 'blog', icon: BookOpenText, name: m.website_blog, about: m.website_blog_about },
  { id: 'landing', icon: Megaphone, name: m.website_landing, about: m.website_landing_about },
  { id: 'booking', icon: CalendarCheck, name: m.website_booking, about: m.website_booking_about },
  { id: 'community', icon: HandHeart, name: m.website_community, about: m.website_community_about },
  { id: 'government', icon: Landmark, name: m.website_government, about: m.website_government_about },
  { id: 'education', icon: GraduationCap, name: m.website_education, about: m.website_education_about },
  { id: 'healthcare', icon: HeartPulse, name: m.website_healthcare, about: m.website_healthcare_about },
  { id: 'saas', icon: Rocket, name: m.website_saas, about: m.website_saas_about },
  { id: 'custom', icon: WandSparkles, name: m.website_custom, about: m.website_custom_about },
]
