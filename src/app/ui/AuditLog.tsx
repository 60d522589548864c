import AuditScreen from '../../features/audit/ui/AuditScreen.tsx'
import { SettingLabelsContext } from '../../features/audit/ui/subjects.ts'
import { settingLabels } from '../../features/settings/setting-labels.data.ts'

export { handle, meta } from '../../features/audit/ui/AuditScreen.tsx'

/** The audit log, in which settings are called what their screen calls them. */
export default function AuditLog() {
  return (
    <SettingLabelsContext value={settingLabels}>
      <AuditScreen />
    </SettingLabelsContext>
  )
}
