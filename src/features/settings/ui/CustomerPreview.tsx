/* oxlint-disable react/iframe-missing-sandbox -- a page of this site, which needs its own scripts and styles */
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { ChevronRight } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { type Locale, locales, PREVIEW_PATH, type PreviewPart } from '../../../shared/pages.ts'
import { Card } from '../../../kit/Card.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import type { Settings } from '../settings.ts'
import { OpenSectionContext } from './use-section.tsx'

export interface Preview {
  /** The id of the subject of the settings. */
  id: string
  part: PreviewPart
  /** The settings with what is typed. */
  values: Settings
}

/** A form beside what customers see of it: in a column of its own where both have room, below it elsewhere. */
export const WithPreview = ({ preview, children }: { preview: Preview; children: ReactNode }) => (
  <div className="@container">
    <div className="grid grid-cols-1 items-start gap-6 @3xl:grid-cols-[minmax(0,1fr)_352px]">
      {children}
      <CustomerPreview {...preview} />
    </div>
  </div>
)

const languageNames = { en: 'English', sw: 'Kiswahili' } as const satisfies Record<Locale, string>

/** Folded on a small screen, so that nothing is loaded for it before somebody wants it. */
function CustomerPreview({ id, part, values }: Preview) {
  const isShown = useContext(OpenSectionContext) === id
  const [isOpen, setOpen] = useState(() => window.matchMedia('(min-width: 80rem)').matches)
  const [language, setLanguage] = useState<Locale>(usePageData().locale)
  return (
    <Card className="overflow-hidden p-0! @3xl:sticky @3xl:top-20">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 px-5 py-3 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <h2 className="font-bold">{m.seen_title()}</h2>
        </summary>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 pb-4">
          <p className="text-sm text-muted">{m.seen_about()}</p>
          <SegmentedControl<Locale>
            label={m.seen_title()}
            value={language}
            onChange={setLanguage}
            options={locales.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
        {isOpen && isShown ? <Frame key={language} part={part} language={language} values={values} /> : null}
      </details>
    </Card>
  )
}

/**
 * The customers' own screen in a frame, where it has the width of a phone and its own language. The frame says when it
 * is ready and how high it is; what is typed is sent to it.
 */
function Frame({ part, language, values }: Omit<Preview, 'id'> & { language: Locale }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(280)
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage({ settings: values }, window.location.origin)
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      const { height: shown } = data as { height?: number }
      if (shown === undefined) send()
      else setHeight(shown)
    }
    send()
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [values])
  return (
    <div className="border-t border-line bg-ground">
      <iframe
        ref={frame}
        title={m.seen_title()}
        src={`${PREVIEW_PATH}/${language}/${part}`}
        height={height}
        className="mx-auto block w-full max-w-sm"
      />
    </div>
  )
}
