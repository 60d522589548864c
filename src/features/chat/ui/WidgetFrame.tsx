import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { LinesSkeleton } from './LinesSkeleton.tsx'

/**
 * Somebody else's chat, in a document of its own: never in this one, where it could read the session. What the frame
 * may do is said by the server (`widget.ts`); it gets no camera, no place, and no word of where it stands.
 */
export function WidgetFrame({ frame }: { frame: { src: string; sandbox: string } }) {
  const [loaded, setLoaded] = useState(false)
  return (
    <>
      {loaded ? null : (
        <div aria-busy className="px-5">
          <LinesSkeleton />
        </div>
      )}
      <iframe
        title={m.chat_title()}
        src={frame.src}
        sandbox={frame.sandbox}
        allow=""
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className="min-h-0 w-full flex-1 border-0 bg-card"
      />
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        {m.chat_frame_trouble()}{' '}
        <a href="/support#write" className="font-semibold text-primary underline underline-offset-2">
          {m.chat_frame_other()}
        </a>
      </p>
    </>
  )
}
