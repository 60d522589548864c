import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { refusalText } from '../received/received-texts.ts'

interface PasswordQuestionProps {
  isWrong: boolean
  busy: boolean
  onAnswer: (password: string) => void
}

/** Asks for the password that the file came with. It is sent with the file, and kept by this page alone. */
export function PasswordQuestion({ isWrong, busy, onAnswer }: PasswordQuestionProps) {
  const { values, field, submit } = useStateForm({
    start: { password: '' },
    send: async ({ password }) => (busy ? undefined : onAnswer(password)),
  })
  return (
    <section
      aria-label={m.billing_question_title()}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <h3 className="font-semibold">{m.billing_question_title()}</h3>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          type="password"
          label={m.billing_question_password()}
          description={m.billing_question_password_about()}
          {...field('password')}
          error={isWrong ? refusalText('password-wrong') : undefined}
          autoComplete="off"
          maxLength={200}
        />
        <div>
          <Button type="submit" disabled={!values.password} busy={busy}>
            {m.billing_question_password_open()}
          </Button>
        </div>
      </form>
    </section>
  )
}
