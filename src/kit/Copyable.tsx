import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../paraglide/messages.js'

interface CopyButtonProps {
  text: string
  /** The label of the button, where it must not repeat the text. */
  label?: string | undefined
}

interface CopyableProps extends CopyButtonProps {
  /** How the text is shown. */
  children?: ReactNode
}

/** A text that people need elsewhere, such as a receipt number, with a button that copies it. */
export const Copyable = ({ text, label, children = breakable(text) }: CopyableProps) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <CopyButton text={text} label={label} />
  </span>
)

/** A long name or address breaks before its dots and its `@` where it can, and not within a label. */
export const breakable = (text: string): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
  text.split(/(?<=\S{12})(?=[.@])/).flatMap((part, at) => (at ? [<wbr key={at} />, part] : part))

/** The button alone, beside a text that is a heading or a link. */
export function CopyButton({ text, label = m.kit_copy({ text }) }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
    setTimeout(() => setCopied(false), 2000)
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={label}
        className="-my-1.5 grid size-8 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink coarse:-my-2.5"
      >
        <Icon aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {copied ? m.common_copied() : ''}
      </span>
    </>
  )
}

/** The address of this site, ready to copy. Shown where a list is empty because there are no customers yet. */
export const SiteAddress = () => (
  <p className="font-semibold text-ink">
    <Copyable text={window.location.origin} />
  </p>
)
