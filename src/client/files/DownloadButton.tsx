import { Download, type LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from '../../kit/Button.tsx'
import { useAct } from '../form/act.ts'
import { downloadFile } from './download.ts'

interface DownloadButtonProps extends ButtonProps {
  address: string
  /** The name of the file, if the answer has none. */
  file: string
  /** The sentence for a failure. */
  failed: () => string
  icon?: LucideIcon
}

/** A button that saves a file of the API. */
export function DownloadButton({
  address,
  file,
  failed,
  icon: Icon = Download,
  children,
  ...button
}: DownloadButtonProps) {
  const { mutate, isPending } = useAct({ send: () => downloadFile(address, file), failure: () => failed() })
  return (
    <Button variant="secondary" {...button} busy={isPending} onClick={() => mutate()}>
      {isPending ? null : <Icon aria-hidden className="size-4" />}
      {children}
    </Button>
  )
}
