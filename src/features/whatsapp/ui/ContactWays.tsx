import { Clock, Mail, MapPin, MessageCircle, MessagesSquare, Phone } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'

interface ContactWaysProps {
  signedIn?: boolean
  /** Side by side, over the width of the page. */
  wide?: boolean
  /** For a screen that shows the WhatsApp number itself. */
  withoutWhatsApp?: boolean
}

/** The ways to reach the business: its chat, which needs a log-in, and the contacts in its settings. */
export function ContactWays({ signedIn = false, wide = false, withoutWhatsApp = false }: ContactWaysProps) {
  const { email, phone, whatsapp, greeting, address, hours } = usePageData().business
  const contacts = [
    {
      icon: MessagesSquare,
      name: m.chat_live(),
      text: signedIn ? m.chat_open() : m.support_chat(),
      href: '/dashboard/livechat',
    },
    whatsapp &&
      !withoutWhatsApp && {
        icon: MessageCircle,
        name: 'WhatsApp',
        text: readableNumber(whatsapp),
        href: whatsAppLink(whatsapp, greeting),
      },
    email && { icon: Mail, name: m.common_email(), text: email, href: `mailto:${email}` },
    phone && {
      icon: Phone,
      name: m.common_phone(),
      text: phone,
      href: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
    },
    address && { icon: MapPin, name: m.common_address(), text: address, href: '' },
    hours && { icon: Clock, name: m.support_hours(), text: hours, href: '' },
  ].filter((contact) => typeof contact === 'object')
  return (
    <Card aria-labelledby="contact" className={wide ? 'mt-10' : ''}>
      <h2 id="contact" className="text-xl font-bold">
        {m.support_contact()}
      </h2>
      <ul
        className={
          wide ? 'mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3' : 'mt-3 flex flex-col gap-3'
        }
      >
        {contacts.map(({ icon: Icon, name, text, href }) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            <span className="min-w-0">
              <span className="block text-sm text-muted">{name}</span>
              {href ? (
                <a
                  href={href}
                  className="inline-flex touch items-center font-semibold wrap-anywhere underline underline-offset-4"
                >
                  {text}
                </a>
              ) : (
                <span className="whitespace-pre-line">{text}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A phone number of digits with its country code in groups of three from its end: `+255 700 000 100`. */
export const readableNumber = (digits: string) => `+${digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')}`

/**
 * The address that opens a chat in WhatsApp with a prepared text (wa.me, "click to chat").
 * @param number digits with the country code, without plus or spaces
 */
export const whatsAppLink = (number: string, text = '') =>
  `https://wa.me/${number}${text && `?text=${encodeURIComponent(text)}`}`
