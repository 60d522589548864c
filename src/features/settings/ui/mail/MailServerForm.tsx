import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { IfMay, ReadOnlyUnless } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { PasswordField, Select, TextField } from '../../../../kit/form/Field.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { isEmail } from '../../../../shared/people/email.ts'
import {
  blankServer,
  choosePreset,
  draftOfServer,
  mailPresets,
  type MailServerDraft,
  presetOf,
  serverOf,
} from '../../mail/presets.ts'
import { settingsApi } from '../settings.api.ts'

type Shown = Awaited<ReturnType<typeof settingsApi.mailServer.call>>

interface MailServerProps {
  /** The sender that is proposed: the address of the business. */
  proposed?: string | null
  /** Called once the server has taken a test mail and is saved. */
  onSaved?: (tested: string) => void
}

/** The server that sends the mails: a form, or the sentence that the operator's configuration wins. */
export function MailServerForm(props: MailServerProps) {
  const { data, isError, isFetching, refetch } = useQuery(settingsApi.mailServer.queryOptions())
  if (data?.way === 'environment')
    return <Notice>{m.mail_server_environment({ sender: data.sender })}</Notice>
  if (data) return <ServerForm {...props} shown={data} />
  if (isError) return <ErrorState title={m.mail_server_failed()} query={{ refetch, isFetching }} />
  return <Skeleton className="h-64 w-full" />
}

function ServerForm({ shown, proposed, onSaved }: MailServerProps & { shown: Shown }) {
  const client = useQueryClient()
  const { server } = shown
  const [tested, setTested] = useState<string>()
  // What was typed is based on this version.
  const [version, setVersion] = useState(server?.version ?? 0)
  const form = useStateForm({
    start: server ? draftOfServer(server) : { ...blankServer, from: proposed ?? '' },
    problemsOf: (draft: MailServerDraft) => problemsOf(draft, server),
    send: (draft) => settingsApi.setMailServer.call({ ...serverOf(draft), version }),
    onDone(answer) {
      setTested(answer.tested)
      setVersion(answer.server.server?.version ?? 0)
      form.set({ password: '' })
      client.setQueryData(settingsApi.mailServer.queryKey(), answer.server)
      onSaved?.(answer.tested)
    },
    failure: failureOf,
    stale: [settingsApi.show.key()],
  })
  const { values, set, field } = form
  const preset = presetOf(values.preset)
  const isOwn = values.preset === 'own' || values.preset === 'ses' || values.preset === 'mailgun'
  return (
    <form
      noValidate
      aria-label={m.settings_mail_server()}
      className="flex flex-col gap-5"
      onSubmit={form.submit}
    >
      <ReadOnlyUnless needs="staff.write">
        <Select
          label={m.mail_server_service()}
          placeholder={m.mail_server_choose()}
          name="preset"
          value={values.preset}
          onChange={({ target }) => set(choosePreset(target.value))}
          options={mailPresets.map(({ id, name }) => ({ value: id, label: name ?? m.mail_server_own() }))}
          error={form.errorOf('preset')}
          className="max-w-md"
        />
        {values.preset ? (
          <>
            {abouts[values.preset] ? (
              <p className="max-w-text text-sm text-muted">{abouts[values.preset]!()}</p>
            ) : null}
            <div className="grid gap-4 @lg:grid-cols-2">
              <TextField
                label={m.settings_mail_from()}
                description={
                  shown.sender_fixed ? m.mail_server_sender_fixed({ sender: shown.sender }) : undefined
                }
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                maxLength={254}
                {...field('from')}
              />
              {preset.user === 'own' ? (
                <TextField
                  label={m.mail_server_user()}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={254}
                  optional={values.preset === 'own'}
                  {...field('username')}
                />
              ) : null}
              <PasswordField
                label={passwords[values.preset]?.() ?? m.common_password()}
                description={server?.has_password ? m.mail_server_password_kept() : undefined}
                autoComplete="off"
                maxLength={500}
                {...field('password')}
              />
            </div>
            <details open={isOwn} className="group">
              <summary className="cursor-pointer text-sm font-semibold text-primary">
                {m.mail_server_details()}
              </summary>
              <div className="mt-3 grid items-start gap-4 @lg:grid-cols-3">
                <TextField
                  label={m.mail_server_host()}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={253}
                  {...field('host')}
                />
                <TextField
                  label={m.mail_server_port()}
                  inputMode="numeric"
                  maxLength={5}
                  {...field('port')}
                />
                <Select label={m.mail_server_encryption()} options={encryptions()} {...field('encryption')} />
              </div>
            </details>
          </>
        ) : null}
      </ReadOnlyUnless>
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      {tested && !form.failure ? (
        <Notice tone="success">{m.mail_server_tested({ to: tested })}</Notice>
      ) : null}
      <IfMay needs="staff.write">
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            {m.mail_server_save()}
          </Button>
          {server ? (
            <RemoveButton
              onRemoved={() => {
                setTested(undefined)
                setVersion(0)
              }}
            />
          ) : null}
        </div>
      </IfMay>
    </form>
  )
}

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const client = useQueryClient()
  return (
    <AskedButton
      variant="quiet"
      size="medium"
      title={m.mail_server_remove_title()}
      about={m.mail_server_remove_about()}
      confirm={m.mail_server_remove()}
      danger
      act={{
        send: () => settingsApi.removeMailServer.call(),
        onDone(shown) {
          onRemoved()
          client.setQueryData(settingsApi.mailServer.queryKey(), shown)
        },
        failure: errorSentence(m.mail_server_failed),
        stale: [settingsApi.show.key()],
      }}
    >
      {m.mail_server_remove()}
    </AskedButton>
  )
}

/** Services with a password of its own for programs, and what to know before. */
const abouts: Partial<Record<string, () => string>> = {
  gmail: m.mail_server_about_gmail,
  microsoft: m.mail_server_about_microsoft,
  zoho: m.mail_server_about_zoho,
  cpanel: m.mail_server_about_cpanel,
  ses: m.mail_server_about_ses,
  postmark: m.mail_server_about_postmark,
}

const passwords: Partial<Record<string, () => string>> = {
  gmail: m.mail_server_app_password,
  zoho: m.mail_server_app_password,
  brevo: m.mail_server_key,
  sendgrid: m.mail_server_key,
  postmark: m.mail_server_key,
}

const encryptions = () => [
  { value: 'starttls', label: 'STARTTLS (587)' },
  { value: 'tls', label: 'TLS (465)' },
  { value: 'none', label: m.mail_server_unencrypted() },
]

function problemsOf(draft: MailServerDraft, server: Shown['server']) {
  const { host, port, username, from_email: from } = serverOf(draft)
  return {
    preset: !draft.preset && m.mail_server_choose(),
    from: !isEmail(from) && m.settings_reason_email(),
    username: !username && draft.preset !== 'own' && m.settings_reason_required(),
    password: Boolean(username) && !draft.password && !server?.has_password && m.settings_reason_required(),
    host: !/^[a-z\d.:-]+$/i.test(host) && m.settings_reason_required(),
    port: !(Number.isInteger(port) && port >= 1 && port <= 65_535) && m.settings_reason_whole(),
  }
}

function failureOf(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'MAIL_REFUSED')
    return m.mail_server_refused({ words: (failure.data as { words: string }).words })
  return errorSentence(m.mail_server_failed, {
    TARGET_REFUSED: m.mail_server_inner,
    PASSWORD_NEEDED: m.mail_server_password_needed,
    SET_BY_ENVIRONMENT: () => m.mail_server_environment({ sender: 'MAIL_FROM' }),
    NO_ADDRESS: m.mails_test_no_address,
    TOO_MANY_REQUESTS: m.mails_test_wait,
    CONFLICT: m.mail_server_conflict,
  })(error)
}
