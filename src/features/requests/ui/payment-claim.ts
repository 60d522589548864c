import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { m } from '../../../paraglide/messages.js'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { paymentInput } from '../payment-input.ts'
import { replaceRow } from '../../../kit/list/paging.ts'
import { refusalCode } from '../../../client/error-messages.ts'

const resolver = zodResolver(z.object(paymentInput))

export interface Payment {
  payer_name: string
  receipt_number: string
  payment_method: string
}

/**
 * The form of a payment and its sending. It stands beside the open form, so that closing it loses nothing.
 * @param queryKey of the lists that show what is paid
 */
export function usePaymentClaim(queryKey: QueryKey, send: (payment: Payment) => Promise<{ id: string }>) {
  const client = useQueryClient()
  const form = useForm({
    resolver,
    defaultValues: { payer_name: '', receipt_number: '', payment_method: '' },
  })
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (paid) => {
      toast.success(m.requests_payment_sent())
      replaceRow(client, queryKey, paid)
    },
    onError: (error) => {
      // What is paid is not what the page shows: it is fetched anew.
      if (refusalCode(error)) void client.invalidateQueries({ queryKey })
    },
  })
  return { form, sending, submit: form.handleSubmit((payment) => sending.mutate(payment)) }
}

export type PaymentClaim = ReturnType<typeof usePaymentClaim>
