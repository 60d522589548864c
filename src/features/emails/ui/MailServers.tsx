import { FileDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { securityNames } from '../../products/facts.ts'
import type { MailServer, MailServers as Servers } from '../mail-servers.ts'

/** What a mail program asks for: both servers, and the address as the username. */
export const MailServers = ({ email, incoming, outgoing }: Servers & { email: string }) => (
  <div className="mt-4 grid gap-x-6 gap-y-5 sm:max-lg:grid-cols-2">
    <Server title={m.mailbox_incoming()} server={incoming} username={email} />
    <Server title={m.mailbox_outgoing()} server={outgoing} username={email} />
  </div>
)

interface ServerProps {
  title: string
  server: MailServer
  username: string
}

const Server = ({ title, server: { host, port, security }, username }: ServerProps) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="font-bold">{title}</h3>
    <dl className="mt-1 divide-y divide-line">
      <Line label={m.mailbox_server()}>
        <Copyable text={host} />
      </Line>
      <Line label={m.mailbox_port()}>
        <Copyable text={String(port)} />
      </Line>
      <Line label={m.mailbox_security()}>{securityNames[security]}</Line>
      <Line label={m.handover_fact_username()}>
        <Copyable text={username} />
      </Line>
    </dl>
  </section>
)

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-4 py-2 lg:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="min-w-0 font-semibold">{children}</dd>
  </div>
)

/** How to set up each kind of device, in plain words. */
export const SetUpSteps = ({ profile }: { profile: ReactNode }) => (
  <div className="mt-3 divide-y divide-line border-y border-line">
    <Steps
      title={m.mailbox_apple()}
      steps={[
        <Fragment key={1}>
          <span className="max-sm:hidden">{m.mailbox_apple_1()}</span>
          <span className="sm:hidden">{m.mailbox_apple_1_here()}</span>
        </Fragment>,
        m.mailbox_apple_2(),
        m.mailbox_apple_3(),
      ]}
      isOpen
    >
      {profile}
    </Steps>
    <Steps
      title={m.mailbox_android()}
      steps={[m.mailbox_android_1(), m.mailbox_android_2(), m.mailbox_android_3()]}
    />
    <Steps
      title={m.mailbox_desktop()}
      steps={[m.mailbox_desktop_1(), m.mailbox_desktop_2(), m.mailbox_desktop_3()]}
    />
  </div>
)

interface StepsProps {
  title: string
  steps: ReactNode[]
  isOpen?: boolean
  children?: ReactNode
}

const Steps = ({ title, steps, isOpen, children }: StepsProps) => (
  <details open={isOpen} className="py-1">
    <summary className="min-h-10 cursor-pointer content-center font-semibold">{title}</summary>
    <ol className="ml-5 flex max-w-text list-decimal flex-col gap-1 pb-3">
      {steps.map((step, at) => (
        <li key={at}>{step}</li>
      ))}
    </ol>
    {children ? <div className="pb-3">{children}</div> : null}
  </details>
)

/** The configuration profile behind a link. It is no `Link`: the device itself opens what comes. */
export const ProfileLink = ({ token }: { token: string }) => (
  <a href={`/api/mail-settings/${token}/profile`} className={buttonClasses('secondary', 'small')}>
    <FileDown aria-hidden className="size-4" />
    {m.mailbox_profile()}
  </a>
)

/** Opens webmail or a control panel in a tab of its own. */
export const OpenButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noreferrer" className={buttonClasses()}>
    {children}
  </a>
)
