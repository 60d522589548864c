import { m } from '../../../../paraglide/messages.js'
import { MailServerForm } from '../../../settings/ui/mail/MailServerForm.tsx'
import type { StepProps } from './save-step.ts'

/** The server that sends the mails. The sentence about the test mail stays beside the step. */
export const MailStep = ({ shown, onSaved }: StepProps) => (
  <>
    <p className="mb-4 max-w-text text-muted">{m.setup_mail_about()}</p>
    <MailServerForm
      proposed={shown.values['business.email']}
      onSaved={(to) => onSaved(m.mail_server_tested({ to }))}
    />
  </>
)
