import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/overlay/Dialog.tsx'
import { type Act, useAct } from './act.ts'

interface AskedButtonProps<Answer> extends Omit<ButtonProps, 'title' | 'about'> {
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  about: ReactNode
  /** The label of the button in the question. */
  confirm: string
  danger?: boolean | undefined
  act: Act<Answer, void>
}

/** A button whose act is done after a question. The question goes at the end, also after a failure. */
export function AskedButton<Answer>({
  title,
  about,
  confirm,
  danger,
  act,
  ...button
}: AskedButtonProps<Answer>) {
  const [open, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const { mutate, isPending } = useAct({ ...act, onEnd: onClose })
  return (
    <>
      <Button size="small" {...button} onClick={() => setOpen(true)} />
      <ConfirmDialog
        open={open}
        onClose={onClose}
        title={title}
        confirm={confirm}
        danger={danger}
        onConfirm={() => mutate()}
        busy={isPending}
      >
        {about}
      </ConfirmDialog>
    </>
  )
}
