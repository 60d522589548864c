import { Download } from 'lucide-react'
import { orThrow } from '../auth-service.ts'
import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { callAuth } from '../../../../client/session/session.ts'

const grouped = (code: string) => code.match(/.{1,4}/g)!.join('-')

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { business } = usePageData()
  const shown = codes.map(grouped)
  const file = `${business.name}\n${m.security_recovery_codes()}\n\n${shown.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{m.security_codes_once()}</Notice>
      <ul className="grid gap-x-6 gap-y-1 rounded-card border border-line bg-ground p-4 font-mono text-sm sm:grid-cols-2">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          onClick={() => download('recovery-codes.txt', new Blob([file], { type: 'text/plain' }))}
        >
          <Download aria-hidden className="size-4" />
          {m.security_codes_download()}
        </Button>
        <Button onClick={onSaved}>{m.security_codes_kept()}</Button>
      </div>
    </div>
  )
}

/** Creates recovery codes. `replace`: the existing ones stop working. */
export async function createRecoveryCodes(replace: boolean): Promise<string[]> {
  const { codes } = orThrow(
    replace
      ? await callAuth((auth) => auth.mfa.recoveryCodes.regenerate())
      : await callAuth((auth) => auth.mfa.recoveryCodes.generate()),
  )
  return codes
}

/** Saves a file through the browser's download. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
