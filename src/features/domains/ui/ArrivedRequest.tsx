import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { refusalCode } from '../../../client/error-messages.ts'
import { useSession } from '../../../client/session/session.ts'
import { takeWish } from '../../../client/wish.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { rowAnchor } from '../../../kit/page/scroll-to-hash.ts'
import { outcomeOf } from '../../availability/answer.ts'
import { checkName } from '../../availability/ui/use-answers.ts'
import { ProfileNotice, submitFailure, useSubmit } from '../../requests/ui/submit-request.tsx'
import { domainProduct } from './domain-product.ts'

/**
 * Sends the request for a name that was asked for on a public screen, once, and says what became of it. A name that was
 * taken meanwhile is not requested.
 */
export function ArrivedRequest({ name }: { name: string }) {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.userId : undefined
  const { search } = useLocation()
  const { mutateAsync: submit } = useSubmit(domainProduct)
  const arrival = useMutation({
    mutationFn: async (wished: string) => {
      // Without an answer an admin decides, as always.
      const answer = await checkName(wished).catch(() => undefined)
      if (answer && outcomeOf(answer.status) === 'gone') return null
      return submit({ requested_domain: wished })
    },
  })
  const { mutate } = arrival
  useEffect(() => {
    const wish = person && takeWish(name, person)
    if (wish) mutate(wish.name)
  }, [name, person, mutate])

  if (arrival.isPending) return <Notice>{m.domains_wish_sending({ name })}</Notice>
  if (arrival.error)
    return refusalCode(arrival.error) === 'PROFILE_INCOMPLETE' ? (
      <ProfileNotice error={arrival.error} failed={domainProduct.texts.sendFailed} />
    ) : (
      <Notice tone="error">
        <b>{m.domains_wish_failed({ name })}</b> {submitFailure(arrival.error, domainProduct)}
      </Notice>
    )
  if (arrival.data === null) return <Notice tone="warning">{m.domains_wish_gone({ name })}</Notice>
  if (!arrival.data) return null
  return (
    <Notice tone="success">
      {m.domains_wish_sent({ name })}{' '}
      <Link
        to={{ search, hash: rowAnchor('request', arrival.data.id) }}
        className="font-semibold underline underline-offset-4"
      >
        {m.common_show()}
      </Link>
    </Notice>
  )
}
