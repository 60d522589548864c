import { m } from '../../../../paraglide/messages.js'

/** The message that was pasted in place of a receipt number. Anybody may have written it. */
export const PastedMessage = ({ text }: { text: string }) => (
  <div className="min-w-0 text-sm">
    <p className="text-muted">{m.payments_pasted()}</p>
    <blockquote className="rounded-control bg-well px-3 py-2 font-mono wrap-anywhere whitespace-pre-wrap">
      {text}
    </blockquote>
  </div>
)
