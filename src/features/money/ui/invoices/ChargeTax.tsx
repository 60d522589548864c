import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { amountTyped } from '../../amounts.ts'
import { invoicesApi } from './invoices.api.ts'
import { TaxDialog, textOrNull } from './TaxDialog.tsx'

/** The button and dialog for the tax authority's receipt of an amount due, and for tax that was withheld from it. */
export function ChargeTax({ charge }: { charge: string }) {
  const { data } = useQuery(invoicesApi.showChargeTax.queryOptions({ input: { id: charge } }))
  if (!data) return null
  return (
    <TaxDialog
      label={m.invoices_charge_tax()}
      description={m.invoices_charge_tax_about()}
      values={{
        code: data.fiscal_code ?? '',
        link: data.fiscal_link ?? '',
        withheld: String(data.withheld ?? ''),
        certificate: data.certificate ?? '',
      }}
      problemsOf={({ withheld }) => ({
        withheld:
          withheld.trim() !== '' && amountTyped(withheld) === undefined && m.payments_amount_unclear(),
      })}
      send={({ code, link, withheld, certificate }) =>
        invoicesApi.setChargeTax.call({
          id: charge,
          fiscal_code: textOrNull(code),
          fiscal_link: textOrNull(link),
          withheld: amountTyped(withheld) || null,
          certificate: textOrNull(certificate),
          version: data.version,
        })
      }
      stale={[invoicesApi.key()]}
    >
      {({ field }) => (
        <>
          <TextField label={m.invoices_fiscal_code()} optional maxLength={200} {...field('code')} />
          <TextField
            label={m.invoices_fiscal_link()}
            type="url"
            optional
            maxLength={500}
            placeholder="https://"
            {...field('link')}
          />
          <TextField label={m.invoices_withheld()} inputMode="decimal" optional {...field('withheld')} />
          <TextField
            label={m.invoices_withheld_certificate()}
            optional
            maxLength={100}
            {...field('certificate')}
          />
        </>
      )}
    </TaxDialog>
  )
}
