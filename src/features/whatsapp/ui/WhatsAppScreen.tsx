import { MessageCircle } from 'lucide-react'
import { QrCode } from '../../../kit/QrCode.tsx'
import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { buttonClasses } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ContactWays, readableNumber, whatsAppLink } from './ContactWays.tsx'

export const meta = pageTitle(() => ({ title: m.area_whatsapp_contact() }))

/** The shop's WhatsApp: a link, and a QR code for another device. Without a number it shows the other contacts. */
export default function WhatsAppScreen() {
  const { business } = usePageData()
  const { whatsapp, greeting, name } = business
  if (!whatsapp)
    return (
      <>
        <PageHeader title={m.area_whatsapp_contact()}>{m.whatsapp_none()}</PageHeader>
        <div className="max-w-lg">
          <ContactWays signedIn />
        </div>
      </>
    )
  const address = whatsAppLink(whatsapp, greeting)
  return (
    <>
      <PageHeader title={m.area_whatsapp_contact()}>{m.whatsapp_about({ business: name })}</PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_minmax(0,1fr)]">
        <Card className="flex items-start justify-between gap-8">
          <div className="flex min-w-0 flex-1 flex-col items-start gap-4">
            <p className="text-2xl font-black whitespace-nowrap">{readableNumber(whatsapp)}</p>
            {greeting ? (
              <p className="max-w-text rounded-card rounded-bl-[4px] border border-line bg-ground px-4 py-2.5 wrap-anywhere">
                <span className="sr-only">{m.whatsapp_greeting()} </span>
                {greeting}
              </p>
            ) : null}
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClasses('primary', 'large')}
            >
              <MessageCircle aria-hidden className="size-5" />
              {m.whatsapp_open()}
              <span className="sr-only"> {m.chat_new_tab()}</span>
            </a>
          </div>
          <figure className="flex flex-col items-center gap-2 max-md:hidden">
            <QrCode
              text={address}
              label={m.whatsapp_code()}
              className="size-44 rounded-control border border-line"
            />
            <figcaption className="max-w-44 text-center text-sm text-muted">{m.whatsapp_scan()}</figcaption>
          </figure>
        </Card>
        <ContactWays signedIn withoutWhatsApp />
      </div>
    </>
  )
}
