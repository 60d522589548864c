import { MailCheck } from 'lucide-react'

/** The word that a mail is on its way, above the field for its code. */
export function MailedTo({ heading, text }: { heading: string; text: string }) {
  return (
    <div role="status">
      <MailCheck aria-hidden className="size-10 text-primary" />
      <h1 className="mt-4 text-2xl font-black">{heading}</h1>
      <p className="mt-3 text-lg wrap-anywhere">{text}</p>
    </div>
  )
}
