import { Check, Eye } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import {
  areas,
  type Area,
  isAllowed,
  staffRoles,
  type StaffRole,
} from '../../../../shared/people/permissions.ts'
import { LinkButton } from '../../../../kit/Button.tsx'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { staffRoleAbouts, staffRoleLabels } from '../../../../client/session/role-labels.ts'

export const meta = pageTitle(() => ({ title: m.users_roles() }))

const areaLabels: Record<Area, () => string> = {
  overview: m.common_overview,
  inbox: m.inbox_title,
  requests: m.staff_area_requests,
  services: m.staff_area_services,
  customers: m.common_customers,
  payments: m.staff_area_payments,
  messages: m.staff_area_messages,
  accounts: m.staff_area_accounts,
  staff: m.staff_area_staff,
  settings: m.common_settings,
  operations: m.staff_area_operations,
  audit: m.common_audit_log,
}

/** The small texts of a row stand on the line of its name. */
const onOneLine = 'align-baseline sm:py-2.5'

const columns = (): Column<Area>[] => [
  {
    id: 'area',
    header: m.staff_area(),
    heading: true,
    className: onOneLine,
    cell: (area) => areaLabels[area](),
  },
  ...staffRoles.map((role) => ({
    id: role,
    header: staffRoleLabels[role](),
    className: onOneLine,
    cell: (area: Area) => <Access role={role} area={area} />,
  })),
]

/** The table of permissions, as the server enforces it. */
export default function RolesScreen() {
  return (
    <>
      <PageHeader
        title={m.users_roles()}
        actions={
          <LinkButton to="/admin/users" variant="secondary">
            {m.users_roles_back()}
          </LinkButton>
        }
      >
        {m.users_roles_about()}
      </PageHeader>
      <dl className="mb-6 grid gap-x-8 gap-y-3 text-sm max-sm:gap-y-0 max-sm:divide-y max-sm:divide-line sm:grid-cols-2 xl:grid-cols-3">
        {staffRoles.map((role) => (
          <div key={role} className="max-sm:py-3">
            <dt className="font-semibold max-sm:text-base">{staffRoleLabels[role]()}</dt>
            <dd className="text-muted">{staffRoleAbouts[role]()}</dd>
            <dd className="mt-2 flex flex-col gap-1 sm:hidden">
              <Areas
                label={m.staff_changes()}
                areas={areas.filter((area) => isAllowed(role, area, 'write'))}
              />
              <Areas
                label={m.staff_sees()}
                areas={areas.filter(
                  (area) => isAllowed(role, area, 'read') && !isAllowed(role, area, 'write'),
                )}
              />
            </dd>
          </div>
        ))}
      </dl>
      {/* A phone has no room for a column per role: there each role lists its areas. */}
      <div className="max-sm:hidden">
        <DataTable
          label={m.users_roles()}
          columns={columns()}
          rows={areas}
          keyOf={(area) => area}
          empty={null}
        />
      </div>
    </>
  )
}

/** The areas in which a role may do something, as a line. Shows nothing where there are none. */
const Areas = ({ label, areas: named }: { label: string; areas: Area[] }) =>
  named.length ? (
    <p>
      <span className="font-medium text-primary">{label}: </span>
      {named.map((area) => areaLabels[area]()).join(', ')}
    </p>
  ) : null

function Access({ role, area }: { role: StaffRole; area: Area }) {
  if (isAllowed(role, area, 'write'))
    return (
      <span className="inline-flex items-baseline gap-1.5 text-sm font-medium text-primary">
        <Check aria-hidden className="size-4 shrink-0 self-center" />
        {m.staff_changes()}
      </span>
    )
  if (isAllowed(role, area, 'read'))
    return (
      <span className="inline-flex items-baseline gap-1.5 text-sm">
        <Eye aria-hidden className="size-4 shrink-0 self-center text-muted" />
        {m.staff_sees()}
      </span>
    )
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{m.staff_nothing()}</span>
    </span>
  )
}
