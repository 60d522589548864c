import AuditScreen from '../../features/audit/ui/AuditScreen.tsx'
import { SettingLabelsContext } from '../../features/audit/ui/subjects.ts'

export { handle, meta } from '../../features/audit/ui/AuditScreen.tsx'

const settingLabels = async () =>
  (await import('../../features/settings/setting-labels.data.ts')).settingLabels

/** The audit log, in which settings are called what their screen calls them. */
export default function AuditLog() {
  return (
    <SettingLabelsContext value={settingLabels}>
      <AuditScreen />
    </SettingLabelsContext>
  )
}
