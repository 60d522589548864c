import { MessageCircle, MessagesSquare } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses, LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { chatDraftAbout, chatUrl } from '../../../client/chat-link.ts'
import { whatsAppLink } from '../../whatsapp/link.ts'
import { type WebsiteType, websiteTypes } from './website-types.ts'

export const meta = pageTitle(() => ({ title: m.area_website_design() }))

/** What kinds of website the shop designs; each leads into a conversation that begins with it. */
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

/** One type with the ways to talk about it: the chat, and WhatsApp where the shop has a number there. */
function TypeCard({ type: { icon: Icon, name, about } }: { type: WebsiteType }) {
  const { whatsapp } = usePageData().business
  const matter = m.website_matter({ type: name() })
  return (
    <li className="flex flex-col rounded-card border border-line bg-card p-5">
      <span aria-hidden className="grid size-11 place-items-center rounded-control bg-well text-primary">
        <Icon className="size-6" />
      </span>
      <h2 className="mt-3 text-lg font-bold">{name()}</h2>
      <p className="mt-1 mb-4 text-muted">{about()}</p>
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to={chatUrl(matter)} size="small">
          <MessagesSquare aria-hidden className="size-4" />
          {m.chat_live()}
          <span className="sr-only">: {name()}</span>
        </LinkButton>
        {whatsapp ? (
          <a
            href={whatsAppLink(whatsapp, chatDraftAbout(matter))}
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
